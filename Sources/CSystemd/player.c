#include "CSystemd.h"

// The three interfaces of MPRIS 2.2, as tables: the library checks types by them, and describes them to whoever asks.

static int call(sd_bus_message *message, void *data, sd_bus_error *error) {
	(void)error;
	segue_player *player = data;
	int result = player->call(player->context, sd_bus_message_get_member(message), message);
	return result < 0 ? result : sd_bus_reply_method_return(message, NULL);
}

static int ask(sd_bus_message *message, void *data, sd_bus_error *error) {
	(void)error;
	segue_player *player = data;
	sd_bus_message *answer = NULL;
	int result = sd_bus_message_new_method_return(message, &answer);
	if (result >= 0) {
		result = player->ask(player->context, sd_bus_message_get_member(message), message, answer);
	}
	if (result >= 0) {
		result = sd_bus_send(sd_bus_message_get_bus(message), answer, NULL);
	}
	sd_bus_message_unref(answer);
	return result < 0 ? result : 1;
}

static int get(sd_bus *bus, const char *path, const char *interface, const char *property,
	sd_bus_message *answer, void *data, sd_bus_error *error) {
	(void)bus, (void)path, (void)interface, (void)error;
	segue_player *player = data;
	return player->get(player->context, property, answer);
}

static int set(sd_bus *bus, const char *path, const char *interface, const char *property,
	sd_bus_message *value, void *data, sd_bus_error *error) {
	(void)bus, (void)path, (void)interface, (void)error;
	segue_player *player = data;
	return player->set(player->context, property, value);
}

// Whoever is on the session bus is the user; the library is not to ask the bus about it, which would be waited for.
#define OPEN SD_BUS_VTABLE_UNPRIVILEGED
#define METHOD(name, ...) \
	SD_BUS_METHOD_WITH_ARGS(name, SD_BUS_ARGS(__VA_ARGS__), SD_BUS_NO_RESULT, call, OPEN)
#define PLAIN(name) SD_BUS_METHOD_WITH_ARGS(name, SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, call, OPEN)
#define FIXED(name, type) SD_BUS_PROPERTY(name, type, get, 0, SD_BUS_VTABLE_PROPERTY_CONST)
#define CHANGING(name, type) \
	SD_BUS_PROPERTY(name, type, get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
#define SETTABLE(name, type) \
	SD_BUS_WRITABLE_PROPERTY(name, type, get, set, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE | OPEN)

static const sd_bus_vtable root_table[] = {
	SD_BUS_VTABLE_START(0),
	PLAIN("Raise"),
	PLAIN("Quit"),
	FIXED("CanQuit", "b"),
	FIXED("CanRaise", "b"),
	FIXED("HasTrackList", "b"),
	FIXED("Identity", "s"),
	FIXED("SupportedUriSchemes", "as"),
	FIXED("SupportedMimeTypes", "as"),
	SD_BUS_VTABLE_END,
};

static const sd_bus_vtable player_table[] = {
	SD_BUS_VTABLE_START(0),
	PLAIN("Next"),
	PLAIN("Previous"),
	PLAIN("Pause"),
	PLAIN("PlayPause"),
	PLAIN("Stop"),
	PLAIN("Play"),
	METHOD("Seek", "x", Offset),
	METHOD("SetPosition", "o", TrackId, "x", Position),
	METHOD("OpenUri", "s", Uri),
	SD_BUS_SIGNAL_WITH_ARGS("Seeked", SD_BUS_ARGS("x", Position), 0),
	CHANGING("PlaybackStatus", "s"),
	SETTABLE("LoopStatus", "s"),
	SETTABLE("Rate", "d"),
	SETTABLE("Shuffle", "b"),
	CHANGING("Metadata", "a{sv}"),
	SETTABLE("Volume", "d"),
	SD_BUS_PROPERTY("Position", "x", get, 0, 0),
	FIXED("MinimumRate", "d"),
	FIXED("MaximumRate", "d"),
	CHANGING("CanGoNext", "b"),
	CHANGING("CanGoPrevious", "b"),
	CHANGING("CanPlay", "b"),
	CHANGING("CanPause", "b"),
	CHANGING("CanSeek", "b"),
	FIXED("CanControl", "b"),
	SD_BUS_VTABLE_END,
};

static const sd_bus_vtable list_table[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_METHOD_WITH_ARGS("GetTracksMetadata", SD_BUS_ARGS("ao", TrackIds),
		SD_BUS_RESULT("aa{sv}", Metadata), ask, OPEN),
	METHOD("AddTrack", "s", Uri, "o", AfterTrack, "b", SetAsCurrent),
	METHOD("RemoveTrack", "o", TrackId),
	METHOD("GoTo", "o", TrackId),
	SD_BUS_SIGNAL_WITH_ARGS("TrackListReplaced", SD_BUS_ARGS("ao", Tracks, "o", CurrentTrack), 0),
	SD_BUS_PROPERTY("Tracks", "ao", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_INVALIDATION),
	FIXED("CanEditTracks", "b"),
	SD_BUS_VTABLE_END,
};

int segue_player_export(sd_bus *bus, segue_player *player) {
	const struct {
		const char *interface;
		const sd_bus_vtable *table;
	} all[] = {
		{"org.mpris.MediaPlayer2", root_table},
		{"org.mpris.MediaPlayer2.Player", player_table},
		{"org.mpris.MediaPlayer2.TrackList", list_table},
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		int result = sd_bus_add_object_vtable(
			bus, NULL, "/org/mpris/MediaPlayer2", all[i].interface, all[i].table, player);
		if (result < 0) {
			return result;
		}
	}
	return 0;
}
