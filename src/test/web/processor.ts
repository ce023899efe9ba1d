import { cpuUsage } from 'node:process';

/** What work takes of a processor, in milliseconds: a clock also counts what a busy machine does meanwhile. */
export function processorTime(work: () => void): number {
  const before = cpuUsage();
  work();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}
