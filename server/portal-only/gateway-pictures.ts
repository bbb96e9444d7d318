import {
  converterUnavailable,
  invalidPicture,
  type PictureSource,
} from '#server/features/label/label-picture-source.ts';
import type { EgressMetrics } from '#server/platform/egress.ts';
import { createEgress, EgressError } from '#server/platform/egress.ts';
import type { GatewayCaller } from './gateway-session.ts';
import { isUnambiguous } from './proxy-paths.ts';

/** Below the gateway's own path: where labels are printed (D1 §7), as pictures, and our own public addresses of them. */
const PRINTED = /^\/api\/v\d+\/client\/(?:order|shipping)\/print\/[^/]+\/[^/]+\.png$/;
const PUBLIC = /^\/api\/v\d+\/public\/label\/[^/]+\.png$/;

/**
 * Label pictures at the gateway's label addresses (readings S3), never at another path: the caller's bearer goes along,
 * but not to the public ones. What the gateway counts as printed is its own affair.
 */
export function createGatewayPictures(
  gatewayUrl: string,
  meter: EgressMetrics,
): PictureSource<Pick<GatewayCaller, 'authorization'>> {
  const base = new URL(gatewayUrl);
  const { origin } = base;
  const egress = createEgress({ origins: [origin], allowPrivateNetwork: true, meter });
  return async ({ authorization }) => ({
    async read({ png_label, field }, signal) {
      const label = labelOn(base, png_label);
      if (!label) return null;
      const headers: Record<string, string> = label.isPublic ? {} : { authorization };
      const answer = await egress(label.address, { headers, signal }).catch((error: unknown) => {
        if (!(error instanceof EgressError)) throw error;
        throw error.kind === 'too large' || error.kind === 'forbidden' ? invalidPicture(field) : converterUnavailable();
      });
      if (answer.status >= 500) throw converterUnavailable();
      if (answer.status !== 200) throw invalidPicture(field);
      return answer.body;
    },
    onDelivered: async () => {},
  });
}

/** The label's address that a text means: whole, as a path on the gateway's host, or as one on the portal's own. */
function labelOn(base: URL, text: string): { address: URL; isPublic: boolean } | null {
  const prefix = base.pathname.replace(/\/$/, '');
  const whole = text.startsWith('/api/') ? prefix + text : text;
  if (!/^(https?:|\/)/i.test(text) || !URL.canParse(whole, base)) return null;
  const address = new URL(whole, base);
  const path = address.pathname.slice(prefix.length);
  if (address.origin !== base.origin || !address.pathname.startsWith(`${prefix}/`)) return null;
  const isPublic = PUBLIC.test(path);
  return (isPublic || PRINTED.test(path)) && isUnambiguous(path, true) ? { address, isPublic } : null;
}
