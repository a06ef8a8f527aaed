// mpdclient SOCKET: asks a server what libmpdclient can ask, and prints what came of it, a line each. Built by the test that uses it.
#include <mpd/client.h>
#include <stdio.h>
#include <stdlib.h>

static struct mpd_connection *connection;

static void check(const char *what) {
  if (mpd_connection_get_error(connection) == MPD_ERROR_SUCCESS) return;
  fprintf(stderr, "%s: %s\n", what, mpd_connection_get_error_message(connection));
  exit(1);
}

static void songs(const char *what) {
  struct mpd_song *song;
  unsigned count = 0, tagged = 0;
  while ((song = mpd_recv_song(connection)) != NULL) {
    count++;
    if (mpd_song_get_tag(song, MPD_TAG_TITLE, 0) != NULL && mpd_song_get_duration_ms(song) > 0) tagged++;
    mpd_song_free(song);
  }
  mpd_response_finish(connection);
  check(what);
  printf("%s: %u, %u\n", what, count, tagged);
}

static void entities(const char *what) {
  struct mpd_entity *entity;
  unsigned kinds[4] = {0};
  while ((entity = mpd_recv_entity(connection)) != NULL) {
    kinds[mpd_entity_get_type(entity) & 3]++;
    mpd_entity_free(entity);
  }
  mpd_response_finish(connection);
  check(what);
  printf("%s: %u folders, %u songs\n", what, kinds[MPD_ENTITY_TYPE_DIRECTORY], kinds[MPD_ENTITY_TYPE_SONG]);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  connection = mpd_connection_new(arguments[1], 0, 20000);
  check("connect");
  const unsigned *version = mpd_connection_get_server_version(connection);
  printf("version: %u.%u\n", version[0], version[1]);

  mpd_run_add(connection, "Abel Marr");
  check("add");
  mpd_run_play_pos(connection, 2);
  mpd_run_pause(connection, true);
  check("play");
  mpd_command_list_begin(connection, true);
  mpd_send_status(connection);
  mpd_send_current_song(connection);
  mpd_command_list_end(connection);
  struct mpd_status *status = mpd_recv_status(connection);
  check("status");
  printf("status: %d, %u songs, at %d\n", mpd_status_get_state(status) == MPD_STATE_PAUSE,
         mpd_status_get_queue_length(status), mpd_status_get_song_pos(status));
  mpd_status_free(status);
  mpd_response_next(connection);
  struct mpd_song *song = mpd_recv_song(connection);
  check("current song");
  printf("current: %s\n", mpd_song_get_tag(song, MPD_TAG_TITLE, 0));
  mpd_song_free(song);
  mpd_response_finish(connection);
  check("list");

  mpd_send_list_queue_meta(connection);
  songs("queue");
  mpd_search_db_songs(connection, false);
  mpd_search_add_tag_constraint(connection, MPD_OPERATOR_DEFAULT, MPD_TAG_ARTIST, "abel");
  mpd_search_commit(connection);
  songs("search");
  mpd_search_db_songs(connection, true);
  mpd_search_add_expression(connection, "(Title == \"Ebb Line\")");
  mpd_search_commit(connection);
  songs("find");
  mpd_send_list_meta(connection, "Abel Marr/Low Water");
  entities("folder");
  mpd_send_list_all_meta(connection, "");
  entities("all");

  struct mpd_stats *stats = mpd_run_stats(connection);
  check("stats");
  printf("stats: %u songs\n", mpd_stats_get_number_of_songs(stats));
  mpd_stats_free(stats);
  mpd_send_outputs(connection);
  struct mpd_output *output = mpd_recv_output(connection);
  check("outputs");
  printf("output: %s\n", mpd_output_get_name(output));
  mpd_output_free(output);
  mpd_response_finish(connection);

  mpd_run_save(connection, "kept");
  mpd_run_clear(connection);
  mpd_run_load(connection, "kept");
  check("playlists");
  mpd_send_list_playlist_meta(connection, "kept");
  songs("playlist");
  mpd_run_rm(connection, "kept");
  check("rm");
  mpd_run_set_volume(connection, 40);
  check("volume");
  printf("idle: %d\n", (mpd_run_idle_mask(connection, MPD_IDLE_MIXER | MPD_IDLE_STORED_PLAYLIST) & MPD_IDLE_MIXER) != 0);
  check("idle");
  mpd_run_play_id(connection, 9999);
  printf("refused: %d\n", mpd_connection_get_server_error(connection));
  mpd_connection_clear_error(connection);
  mpd_connection_free(connection);
  return 0;
}
