import type { Config } from '#server/config/config.ts';
import { MERCADO_PAGO_HOSTS } from '#server/integrations/payment/mercado-pago.ts';
import { logoPath } from '#server/platform/http/response/portal-files.ts';
import { isPublicUrl } from '#server/platform/network/loopback.ts';

/**
 * Returns the settings that the portal needs before a login. They are public: no secret may be among them.
 *
 * @param paymentHosts hosts to which the portal may send a payer (readings S13)
 * @param userCall whether the gateway has the call `currentUser`
 */
export function portalSettings(
  config: Config,
  { paymentHosts = MERCADO_PAGO_HOSTS, userCall }: { paymentHosts?: readonly string[] | undefined; userCall: boolean },
) {
  const strict = config.STRICT_CONTRACT || config.GATEWAY_URL !== '';
  return {
    brand: config.BRAND_NAME,
    brand_logo: logoPath(config.BRAND_LOGO),
    support: config.BRAND_SUPPORT,
    tracking_url: config.TRACKING_URL,
    demo: config.DEMO,
    public_demo: config.DEMO && isPublicUrl(config.PUBLIC_URL),
    strict,
    foreign: config.GATEWAY_URL !== '',
    user_call: userCall,
    states_token: config.PUBLIC_STATES_TOKEN,
    payment_hosts: [...paymentHosts],
    ...(!strict && { registration: config.REGISTRATION }),
    bulk_max_rows: config.BULK_MAX_ROWS,
    bulk_max_bytes: config.BULK_MAX_MB * 1024 * 1024,
  };
}
