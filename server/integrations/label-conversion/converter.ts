/** A label picture, and where the printer sets its upper left corner, in dots. */
export interface LabelPicture {
  png: Buffer;
  x: number;
  y: number;
}

/**
 * What became of some pictures: their labels in ZPL, one after the other; or which of them, from 0, is no picture that can be
 * converted; or that the service gave no answer, and why, for the log.
 */
export type Conversion = { zpl: Buffer } | { unreadable: number } | { unavailable: string };

/** Turns label pictures into ZPL (readings R3). Trouble that is to be expected is an outcome, not an exception. */
export interface LabelConverter {
  convert(pictures: readonly LabelPicture[], signal: AbortSignal): Promise<Conversion>;
}
