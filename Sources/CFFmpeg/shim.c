#include "CFFmpeg.h"

int segue_scale_picture(const AVFrame *frame, int width, int height, uint8_t *lines, int stride) {
  uint8_t *planes[4] = {lines};
  int strides[4] = {stride};
  int done;
  // By area: covers only become smaller, and it makes no code at run time, which the sandbox forbids.
  struct SwsContext *scaler = sws_getContext(frame->width, frame->height, frame->format, width, height,
                                             AV_PIX_FMT_RGBA, SWS_AREA, NULL, NULL, NULL);
  if (!scaler) return AVERROR(EINVAL);
  done = sws_scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes, strides);
  sws_freeContext(scaler);
  return done < 0 ? done : 0;
}
