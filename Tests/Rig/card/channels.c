/* Which speaker each channel is for. */
#include "rig.h"
#include <stdlib.h>

/* the ALSA channel order (not FFmpeg's / WAV's for 5.1 and 7.1) */
static const unsigned int order[8] = { SND_CHMAP_FL, SND_CHMAP_FR, SND_CHMAP_RL, SND_CHMAP_RR,
				       SND_CHMAP_FC, SND_CHMAP_LFE, SND_CHMAP_SL, SND_CHMAP_SR };

snd_pcm_chmap_query_t **cb_query_chmaps(snd_pcm_ioplug_t *io)
{
	static const unsigned char counts[] = { 1, 2, 4, 6, 8 };
	snd_pcm_chmap_query_t **q = calloc(sizeof counts + 1, sizeof *q);
	(void)io;
	for (unsigned i = 0; q && i < sizeof counts; i++) {
		q[i] = calloc(1, sizeof(int) * (2 + counts[i]) + sizeof(snd_pcm_chmap_query_t));
		q[i]->type = SND_CHMAP_TYPE_FIXED;
		q[i]->map.channels = counts[i];
		for (unsigned k = 0; k < counts[i]; k++)
			q[i]->map.pos[k] = counts[i] == 1 ? SND_CHMAP_MONO : order[k];
	}
	return q;
}

snd_pcm_chmap_t *cb_get_chmap(snd_pcm_ioplug_t *io)
{
	snd_pcm_chmap_t *m = calloc(1, sizeof(int) * (1 + io->channels));
	m->channels = io->channels;
	for (unsigned k = 0; k < io->channels; k++)
		m->pos[k] = io->channels == 1 ? SND_CHMAP_MONO : k < 8 ? order[k] : SND_CHMAP_UNKNOWN;
	return m;
}
