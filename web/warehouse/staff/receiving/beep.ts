let context: AudioContext | null = null;

const HERTZ = 220;
const SECONDS = 0.3;

/** Sounds a low tone for a refused scan. Silent in a browser that can't or may not play sounds. */
export function beep(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Suspended until the first key of the visit.
  void context.resume().catch(() => undefined);
  const tone = context.createOscillator();
  tone.type = 'square';
  tone.frequency.value = HERTZ;
  tone.connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + SECONDS);
}
