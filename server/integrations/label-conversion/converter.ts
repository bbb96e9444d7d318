/** A label picture, and the position of its upper left corner on the label, in dots. */
export interface LabelPicture {
  png: Buffer;
  x: number;
  y: number;
}

/**
 * Result of a conversion: all labels in ZPL; or the index (from 0) of a picture that can't be converted; or the reason why the
 * service is unavailable, for the log.
 */
export type Conversion = { zpl: Buffer } | { unreadable: number } | { unavailable: string };

/** Port of the label conversion: converts label pictures to ZPL (readings R3). Returns expected failures as outcomes. */
export interface LabelConverter {
  convert(pictures: readonly LabelPicture[], signal: AbortSignal): Promise<Conversion>;
}
