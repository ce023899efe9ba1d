import { Refusal } from '../../api/call';

/** A reading that takes longer counts as one that nobody answers, in milliseconds. */
const PATIENCE = 20_000;
export const soon = (reading: Promise<void> | null): Promise<void> => new Promise((done, late) => {
  const timer = setTimeout(() => late(new Refusal(0, '', '', null, 0)), PATIENCE);
  void Promise.resolve(reading).then(() => {
    clearTimeout(timer);
    done();
  });
});

/** So long a save waits for what it can do without, in milliseconds. */
const A_MOMENT = 2000;
export const forAMoment = async (reading: Promise<void> | null): Promise<void> => {
  if (reading) await Promise.race([reading.catch(() => {}), new Promise((done) => setTimeout(done, A_MOMENT))]);
};
