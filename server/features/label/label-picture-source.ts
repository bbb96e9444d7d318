import type { Config } from '#server/config.ts';
import { readDataUrl } from '#server/platform/data-url.ts';
import { createEgress, EgressTrouble } from '#server/platform/egress.ts';
import type { OutsideMeter } from '#server/platform/metrics.ts';
import { MAX_PNG_BYTES } from '#shared/labels.ts';

type Settings = Pick<Config, 'GATEWAY_URL'>;

/** The picture that a data URL holds; null where there is none of at most 2 MB. What it shows is looked at later. */
export function pictureInData(text: string): Buffer | null {
  const { type, data } = readDataUrl(text) ?? {};
  return type === 'image/png' && data && data.length <= MAX_PNG_BYTES ? data : null;
}

/** Whether an address is on the gateway that this portal stands before (readings R4, S3). */
export function isGatewayAddress({ GATEWAY_URL }: Settings, address: string): boolean {
  if (!GATEWAY_URL || address.startsWith('data:') || !URL.canParse(address, GATEWAY_URL)) return false;
  return new URL(address, GATEWAY_URL).origin === new URL(GATEWAY_URL).origin;
}

/** Fetches a picture from that gateway, as the caller that it knows; null for what it has no picture of. */
export type GatewayPictures = (
  address: string,
  authorization: string,
  signal: AbortSignal,
) => Promise<Buffer | 'unavailable' | null>;

export function createGatewayPictures({ GATEWAY_URL }: Settings, meter?: OutsideMeter): GatewayPictures {
  const origins = GATEWAY_URL ? [new URL(GATEWAY_URL).origin] : [];
  const egress = createEgress({ origins, mayBeInside: true, meter });
  return async (address, authorization, signal) => {
    try {
      const { status, body } = await egress(new URL(address, GATEWAY_URL), { headers: { authorization }, signal });
      if (status >= 500) return 'unavailable';
      return status === 200 ? body : null;
    } catch (error) {
      if (error instanceof EgressTrouble) return error.kind === 'too large' ? null : 'unavailable';
      throw error;
    }
  };
}
