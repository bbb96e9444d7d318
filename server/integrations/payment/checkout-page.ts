import { type Html, html } from '#server/platform/http/response/html.ts';
import { money } from '#shared/kit/text/format.ts';
import type { StoredAttempt, StoredCheckout } from './checkout.store.ts';
import { ATTEMPT_ACTIONS, blockingAttempt, PAY_ACTIONS } from './checkout-actions.ts';
import { NOTIFICATION_TIMINGS } from './checkout-webhook.ts';

export interface CheckoutSite {
  brand: string;
  styleUrl: string;
}

const STATUS: Readonly<Record<string, string>> = {
  approved: 'Aprobado',
  in_process: 'En revisión',
  pending: 'Cupón sin pagar',
  rejected: 'Rechazado',
  cancelled: 'Vencido',
  refunded: 'Devuelto',
};

const METHOD = { credit_card: 'Tarjeta', ticket: 'Cupón' } as const;

/** Renders the checkout: amount, payment form, and history of attempts. */
export function checkoutPage(
  site: CheckoutSite,
  checkout: StoredCheckout,
  attempts: readonly StoredAttempt[],
  notice?: string,
): string {
  const blocking = blockingAttempt(attempts);
  const open = !checkout.expired && !blocking;
  return String(html`<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Pagar ${money(checkout.amount_cents / 100)} · ${site.brand}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${site.styleUrl}">
</head>
<body>
<header><p>Pagos de prueba</p></header>
<main>
<section class="amount">
<h1>${checkout.title}</h1>
<p class="total">${money(checkout.amount_cents / 100)}</p>
<p class="reference">Pago ${checkout.reference}</p>
</section>
${notice && html`<p class="notice" role="alert">${notice}</p>`}
${open ? payForm(checkout) : closed(checkout, blocking)}
${attempts.length > 0 && history(checkout, attempts)}
</main>
<footer><p>Esta página hace de Mercado Pago en la demostración: no se mueve dinero.</p></footer>
</body>
</html>
`);
}

function notificationChoices(legend: string): Html {
  const choices = Object.entries(NOTIFICATION_TIMINGS).map(
    ([key, { label }]) =>
      html`<label><input type="radio" name="notify" value="${key}"${
        key === 'once' ? html` checked` : ''
      }><span>${label}</span></label>`,
  );
  return html`<fieldset class="notify"><legend>${legend}</legend><div>${choices}</div></fieldset>`;
}

function payForm({ id }: StoredCheckout): Html {
  const choices = Object.entries(PAY_ACTIONS).map(
    ([key, { label }]) =>
      html`<label><input type="radio" name="pay" value="${key}"${
        key === 'approve' ? html` checked` : ''
      }><span>${label}</span></label>`,
  );
  return html`<form method="post" action="/dev/pago/${id}">
<fieldset><legend>¿Cómo querés pagar?</legend>${choices}</fieldset>
${notificationChoices('¿Cuándo se le avisa al portal?')}
<div class="actions">
<button>Continuar</button>
<button class="plain" name="leave" value="1">Volver sin pagar</button>
</div>
</form>`;
}

/** Messages of a closed checkout, by the status of the blocking attempt. */
const CLOSED: Readonly<Record<string, string>> = {
  approved: 'Este pago ya se hizo.',
  refunded: 'Este pago se devolvió.',
};

function closed({ id }: StoredCheckout, blocking: StoredAttempt | undefined): Html {
  const why = blocking
    ? (CLOSED[blocking.status] ?? 'Hay un pago en curso: todavía no se acreditó.')
    : 'Este pago se canceló y ya no se puede pagar.';
  return html`<form method="post" action="/dev/pago/${id}">
<p class="notice">${why}</p>
<div class="actions"><button class="plain" name="leave" value="1">Volver al portal</button></div>
</form>`;
}

function history({ id }: StoredCheckout, attempts: readonly StoredAttempt[]): Html {
  const rows = attempts.map((attempt) => {
    const actions = Object.entries(ATTEMPT_ACTIONS).filter(([, { from }]) =>
      (from as readonly string[]).includes(attempt.status),
    );
    const buttons = actions.map(
      ([key, { label }]) => html`<button class="small" name="change" value="${key}">${label}</button>`,
    );
    const form = html`<form method="post" action="/dev/pago/${id}/${attempt.id}">
${notificationChoices('Avisar al portal')}
<div class="actions">${buttons}</div>
</form>`;
    return html`<li>
<p><strong>${METHOD[attempt.method]}</strong> <span class="status ${attempt.status}">${
      STATUS[attempt.status] ?? attempt.status
    }</span> <span class="reference">${attempt.id}</span></p>
${buttons.length > 0 && form}
</li>`;
  });
  return html`<section class="history"><h2>Lo que pasó hasta ahora</h2><ul>${rows}</ul></section>`;
}
