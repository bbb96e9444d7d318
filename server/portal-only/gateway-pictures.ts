import { noPicture, noService, type PictureSource } from '#server/features/label/label-picture-source.ts';
import { createEgress, EgressTrouble } from '#server/platform/egress.ts';
import type { OutsideMeter } from '#server/platform/metrics.ts';
import type { ForeignCaller } from './foreign-session.ts';

/**
 * Label pictures on the gateway's host (readings S3), fetched as the caller that it knows. What the gateway counts as printed
 * is its own affair.
 */
export function createGatewayPictures(
  gatewayUrl: string,
  meter: OutsideMeter,
): PictureSource<Pick<ForeignCaller, 'authorization'>> {
  const { origin } = new URL(gatewayUrl);
  const egress = createEgress({ origins: [origin], mayBeInside: true, meter });
  return async ({ authorization }) => ({
    async read({ png_label, field }, signal) {
      const address = addressOn(origin, png_label);
      if (!address) return null;
      const answer = await egress(address, { headers: { authorization }, signal }).catch((error: unknown) => {
        if (!(error instanceof EgressTrouble)) throw error;
        throw error.kind === 'too large' || error.kind === 'forbidden' ? noPicture(field) : noService();
      });
      if (answer.status >= 500) throw noService();
      if (answer.status !== 200) throw noPicture(field);
      return answer.body;
    },
    handedOver: async () => {},
  });
}

/** The address that a text means, if it is on the gateway's host: whole, or as a path there. */
function addressOn(origin: string, text: string): URL | null {
  if (!/^(https?:|\/)/i.test(text) || !URL.canParse(text, origin)) return null;
  const address = new URL(text, origin);
  return address.origin === origin ? address : null;
}
