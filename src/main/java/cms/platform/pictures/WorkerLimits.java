package cms.platform.pictures;

import java.time.Duration;

/**
 * The limits of a worker: time, memory, and how many orders.
 *
 * @param start until a new process says that it is ready
 * @param work of one order
 * @param slowWork of one order that writes AVIF or keeps the frames of an animation
 * @param residentBytesMax of its process; more is killed
 * @param ordersMax after which it is replaced
 * @param rest after which it ends
 * @param waiting for a turn
 * @param waitingMax orders of one account, all its projects together
 */
record WorkerLimits(
        Duration start,
        Duration work,
        Duration slowWork,
        long residentBytesMax,
        int ordersMax,
        Duration rest,
        Duration waiting,
        int waitingMax) {
    static final WorkerLimits STANDARD = new WorkerLimits(
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(40),
            512L * 1024 * 1024,
            500,
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            64);
}
