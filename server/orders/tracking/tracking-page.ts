import { type Html, html } from '#server/platform/http/response/html.ts';
import type { Day } from '#shared/kit/days.ts';
import { dayAndMonth, formatTimestamp } from '#shared/kit/text/format.ts';
import { mapUrl } from '#shared/kit/text/map-url.ts';
import type { BadgeColour } from '#shared/orders/rules/code/badge-colour.ts';
import { phoneDigits } from '#shared/orders/rules/place/phone.ts';
import { layout, type Site } from './layout.ts';
import type { StageProgress } from './stage-progress.ts';
import type { TrackedOrder, TrackedShipment } from './tracking.ts';

/** Icons of the badge colours, which also differ in shape for readers who don't distinguish colours. */
const MARKS: Record<BadgeColour, Html> = {
  verde: html`<circle cx="4" cy="4" r="3.5" fill="currentColor"/>`,
  azul: html`<circle cx="4" cy="4" r="3.1" fill="none" stroke="currentColor" stroke-width="1.2"/><path d="M4 .9a3.1 3.1 0 0 0 0 6.2z" fill="currentColor"/>`,
  amarillo: html`<path d="M4 .6 7.8 7.3H.2z" fill="currentColor"/>`,
  rojo: html`<path d="m1.2 1.2 5.6 5.6M6.8 1.2 1.2 6.8" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"/>`,
  gris: html`<circle cx="4" cy="4" r="3" fill="none" stroke="currentColor" stroke-width="1.4"/>`,
};

/**
 * Renders the page of an order, or of one shipment if `order.shipments` has only that. `now` is shown as time of the
 * query.
 */
export function trackingPage(site: Site, order: TrackedOrder, now: Date): string {
  const { trackingId, shipments, pickupPoint, seller, total } = order;
  const one = shipments.length < total ? shipments[0] : undefined;
  return layout(
    site,
    `Seguimiento ${one?.label ?? trackingId}`,
    html`<h1>Seguimiento <span class="id">${trackingId}</span></h1>
${order.reverse && html`<p class="lead">Retiramos el paquete en tu domicilio y se lo llevamos al vendedor.</p>`}
${pickupPoint && pointText(pickupPoint)}
${shipments.map((shipment) => shipmentCard(shipment, order))}
${total === 0 && html`<section class="card"><p>El vendedor todavía no cargó los paquetes de este envío.</p></section>`}
${one && html`<p><a href="/seguimiento/${trackingId}">Ver los ${total} paquetes de este envío</a></p>`}
${seller && sellerText(seller)}
<p class="links"><a href="/seguimiento">Seguir otro envío</a></p>
<p class="looked">Consultado el ${moment(now)}</p>`,
  );
}

/** Where the buyer collects the shipment: name and address, opening hours, and a map. */
function pointText({ name, street, city, hours, lat, lon }: NonNullable<TrackedOrder['pickupPoint']>): Html {
  return html`<div class="lead">
<p>Punto de retiro: <strong>${name}</strong>, ${street}, ${city}</p>
${hours !== '' && html`<p>Horario: ${hours}</p>`}
${lat !== null && lon !== null && html`<p><a href="${mapUrl(lat, lon)}" rel="noopener noreferrer">Ver en el mapa</a></p>`}
</div>`;
}

/** How to reach the seller, who knows what was bought. */
function sellerText({ name, email, phone }: NonNullable<TrackedOrder['seller']>): Html {
  const dialled = `${phone.startsWith('+') ? '+' : ''}${phoneDigits(phone) ?? ''}`;
  return html`<section class="card seller" aria-labelledby="vendedor">
<h2 id="vendedor">¿Preguntas sobre tu compra?</h2>
<p>Comunicate con <strong>${name}</strong>:</p>
${email !== '' && html`<p><a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a></p>`}
${phone !== '' && html`<p><a href="tel:${dialled}">${phone}</a></p>`}
</section>`;
}

function shipmentCard(shipment: TrackedShipment, { reverse, total }: TrackedOrder): Html {
  const { label, number, state, stages, estimated, events } = shipment;
  return html`<section class="card" aria-labelledby="envio-${label}">
<h2 id="envio-${label}">${total > 1 && html`<span class="count">Paquete ${number} de ${total}</span> `}<span class="label">${label}</span></h2>
<p class="state ${state.badge}"><svg viewBox="0 0 8 8" width="10" height="10" aria-hidden="true">${MARKS[state.badge]}</svg>${state.text}</p>
${estimated && html`<p class="estimated">${reverse ? 'Llegada estimada al vendedor' : 'Entrega estimada'}: ${between(estimated)}</p>`}
<ol class="stages" aria-label="Etapas">
${stages.map((stage) => stageItem(stage, state.badge, state.final))}
</ol>
<h3>Historial</h3>
${
  events.length > 0
    ? html`<ol class="timeline">
${events.map(
  ({ at, state: { text, badge }, reason, corrected }) => html`<li class="${corrected ? 'gris' : badge}">
<p class="happened">${corrected ? html`<s>${text}</s> <span class="corrected">Corregido</span>` : text}</p>${reason && html`\n<p class="reason">Motivo: ${reason}</p>`}
<p class="at">${moment(at)}</p>
</li>
`,
)}</ol>`
    : html`<p class="hint">Todavía no hay novedades.</p>`
}
</section>
`;
}

/** Texts for screen readers after the name of a stage. */
const SCREEN_READER_TEXT = { passed: 'completada', here: 'etapa actual', ahead: 'pendiente' };

function stageItem({ stage, position }: StageProgress, badge: BadgeColour, final: boolean): Html {
  const look = position === 'here' ? `here ${badge}${final ? ' final' : ''}` : position;
  return html`<li class="${look}"${position === 'here' && html` aria-current="step"`}>${stage}<span class="spoken">, ${SCREEN_READER_TEXT[position]}</span></li>
`;
}

/** Formats a range of days: 'entre el 12/05 y el 15/05', or 'el 12/05' for a single day. */
function between({ min, max }: { min: Day; max: Day }): string {
  return min === max ? `el ${dayAndMonth(min)}` : `entre el ${dayAndMonth(min)} y el ${dayAndMonth(max)}`;
}

/** Formats a time as dd/mm/yyyy hh:mm in Buenos Aires. */
function moment(at: Date): Html {
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${formatTimestamp(iso)}</time>`;
}
