/*
 * packet-delay QUEUE MICROSECONDS
 *
 * Holds each packet of a netfilter queue for a fixed time and lets it pass then: what
 * `tc qdisc add ... netem delay` does, for kernels without netem. The delay is the same for all
 * packets, so they leave in the order in which they came, and one ring is enough.
 *
 * The time is counted from the packet's arrival here. poll() alone would wake up to 50 us late, so
 * timer slack is switched off.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <libnetfilter_queue/libnetfilter_queue.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nfnetlink_queue.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CAPACITY = 1 << 16, RECEIVE_BUFFER_BYTES = 32 << 20, LONGEST_MICROS = 10000000 };

struct packet {
    uint32_t id;
    uint64_t due_nanos;
};

struct delay_line {
    struct packet packets[CAPACITY];
    uint32_t first; /* the oldest packet; both counters only grow and are taken modulo CAPACITY */
    uint32_t next;
    uint64_t delay_nanos;
    uint64_t passed_at_once;
};

static struct delay_line line;
static volatile sig_atomic_t ending;

static void end(int signal) {
    (void)signal;
    ending = 1;
}

static uint64_t clock_nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int arrived(struct nfq_q_handle *queue, struct nfgenmsg *message, struct nfq_data *data,
                   void *unused) {
    (void)message;
    (void)unused;
    struct nfqnl_msg_packet_hdr *header = nfq_get_msg_packet_hdr(data);
    if (header == NULL) {
        return 0;
    }
    uint32_t id = ntohl(header->packet_id);
    if (line.next - line.first == CAPACITY) {
        line.passed_at_once++; /* better early than lost */
        return nfq_set_verdict(queue, id, NF_ACCEPT, 0, NULL);
    }
    struct packet *slot = &line.packets[line.next++ % CAPACITY];
    slot->id = id;
    slot->due_nanos = clock_nanos() + line.delay_nanos;
    return 0;
}

/* All that are due, by one call: the kernel numbers packets in the order in which they come. */
static void release(struct nfq_q_handle *queue, uint64_t until_nanos) {
    uint32_t before = line.first;
    while (line.first != line.next && line.packets[line.first % CAPACITY].due_nanos <= until_nanos) {
        line.first++;
    }
    if (line.first != before) {
        nfq_set_verdict_batch(queue, line.packets[(line.first - 1) % CAPACITY].id, NF_ACCEPT);
    }
}

/* Until the oldest packet is due, or a second. */
static struct timespec patience(void) {
    struct timespec wait = {1, 0};
    if (line.first != line.next) {
        uint64_t now = clock_nanos();
        uint64_t due = line.packets[line.first % CAPACITY].due_nanos;
        uint64_t nanos = due > now ? due - now : 0;
        wait.tv_sec = (time_t)(nanos / 1000000000u);
        wait.tv_nsec = (long)(nanos % 1000000000u);
    }
    return wait;
}

static int number(const char *text, long least, long greatest, long *value) {
    char *rest;
    errno = 0;
    *value = strtol(text, &rest, 10);
    return errno == 0 && *text != '\0' && *rest == '\0' && *value >= least && *value <= greatest;
}

int main(int count, char **arguments) {
    long queue_number;
    long micros;
    if (count != 3 || !number(arguments[1], 0, 65535, &queue_number) ||
        !number(arguments[2], 1, LONGEST_MICROS, &micros)) {
        fprintf(stderr, "usage: packet-delay QUEUE MICROSECONDS\n"
                        "QUEUE: 0 to 65535; MICROSECONDS: 1 to %d\n", LONGEST_MICROS);
        return 2;
    }
    line.delay_nanos = (uint64_t)micros * 1000u;
    prctl(PR_SET_TIMERSLACK, 1);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = end;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);

    struct nfq_handle *handle = nfq_open();
    if (handle == NULL) {
        perror("packet-delay: cannot open netfilter queues (is CAP_NET_ADMIN given?)");
        return 1;
    }
    struct nfq_q_handle *queue = nfq_create_queue(handle, (uint16_t)queue_number, arrived, NULL);
    if (queue == NULL) {
        fprintf(stderr, "packet-delay: queue %ld: %s\n", queue_number, strerror(errno));
        return 1;
    }
    nfq_set_mode(queue, NFQNL_COPY_META, 0);
    nfq_set_queue_maxlen(queue, CAPACITY);
    /* What TCP sends as one is held as one; else the kernel would cut it up for us, for nothing. */
    nfq_set_queue_flags(queue, NFQA_CFG_F_GSO, NFQA_CFG_F_GSO);
    nfnl_rcvbufsiz(nfq_nfnlh(handle), RECEIVE_BUFFER_BYTES);
    puts("packet-delay: ready");
    fflush(stdout);

    static char buffer[1 << 16] __attribute__((aligned(8)));
    struct pollfd waiting = {nfq_fd(handle), POLLIN, 0};
    while (!ending) {
        struct timespec wait = patience();
        int events = ppoll(&waiting, 1, &wait, NULL);
        if (events < 0 && errno != EINTR) {
            perror("packet-delay: ppoll");
            return 1;
        }
        ssize_t bytes;
        while (events > 0 && (bytes = recv(waiting.fd, buffer, sizeof buffer, MSG_DONTWAIT)) > 0) {
            nfq_handle_packet(handle, buffer, (int)bytes);
            release(queue, clock_nanos());
        }
        release(queue, clock_nanos());
    }
    release(queue, UINT64_MAX);
    if (line.passed_at_once > 0) {
        fprintf(stderr, "packet-delay: %llu packets were not held: too many at once\n",
                (unsigned long long)line.passed_at_once);
    }
    nfq_destroy_queue(queue);
    nfq_close(handle);
    return 0;
}
