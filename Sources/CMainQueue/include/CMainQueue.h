/// What a program needs that serves Dispatch's main queue in a loop of its own, as CoreFoundation's run loop does:
/// the functions that libdispatch exports for it.
#ifndef SEGUE_CMAINQUEUE_H
#define SEGUE_CMAINQUEUE_H

/// An eventfd that is raised when the main queue has something to do.
int _dispatch_get_main_queue_handle_4CF(void);

/// Does what the main queue has to do; to be called on the main thread.
void _dispatch_main_queue_callback_4CF(void *_Nullable unused);

#endif
