import { converterUnavailable, invalidPicture, type PictureSource } from '#server/orders/label/picture-source.ts';
import { createEgress, EgressError, type EgressMetrics } from '#server/platform/network/egress.ts';
import type { GatewayCaller } from './gateway-session.ts';
import { isUnambiguous } from './proxy-paths.ts';

/** Paths of label pictures below the path of GATEWAY_URL: printing (D1 §7), and signed public addresses. */
const PRINTED = /^\/api\/v\d+\/client\/(?:order|shipping)\/print\/[^/]+\/[^/]+\.png$/;

const PUBLIC = /^\/api\/v\d+\/public\/label\/[^/]+\.png$/;

/**
 * Creates the source of label pictures: reads them from the gateway's label addresses (readings S3), never from another path.
 * Sends the caller's bearer token, except to public addresses. The gateway itself records labels as printed.
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

/** Parses a label's address: a full URL, a path on the gateway's host, or a path on the portal's host. */
function labelOn(base: URL, text: string): { address: URL; isPublic: boolean } | null {
  const prefix = base.pathname.replace(/\/$/, '');
  const resolved = text.startsWith('/api/') ? prefix + text : text;
  if (!/^(https?:|\/)/i.test(text) || !URL.canParse(resolved, base)) return null;
  const address = new URL(resolved, base);
  const path = address.pathname.slice(prefix.length);
  if (address.origin !== base.origin || !address.pathname.startsWith(`${prefix}/`)) return null;
  const isPublic = PUBLIC.test(path);
  return (isPublic || PRINTED.test(path)) && isUnambiguous(path, true) ? { address, isPublic } : null;
}
