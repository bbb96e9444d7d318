import { currentSettings } from '#web/kit/call/settings.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { isCheckoutUrl } from './checkout-url.ts';

/** Opens the checkout page in this tab; shows an alert if the address isn't the payment provider's. */
export function redirectToCheckout(address: string): void {
  if (isCheckoutUrl(address, currentSettings().payment_hosts)) window.location.assign(address);
  else {
    alerts.danger(
      'No pudimos abrir el pago',
      'La dirección que recibimos no es del proveedor de pagos. Comunicate con soporte.',
    );
  }
}
