/* Adds seconds to the wall clock of a process, as many as the file says that AMOEBA_CLOCK_ERROR names. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile long *error;

__attribute__((constructor)) static void attach(void) {
  const char *file = getenv("AMOEBA_CLOCK_ERROR");
  int opened = file ? open(file, O_RDONLY) : -1;
  if (opened >= 0) {
    void *mapped = mmap(0, sizeof(long), PROT_READ, MAP_SHARED, opened, 0);
    if (mapped != MAP_FAILED) {
      error = mapped;
    }
    close(opened);
  }
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && clock == CLOCK_REALTIME && error) {
    now->tv_sec += *error;
  }
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec exact;
  int result = clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return result;
}
