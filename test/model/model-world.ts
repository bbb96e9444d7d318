import { expect } from 'vitest';
import { batchJobs } from '#server/bulk/batch/batch-queue.ts';
import { processBatch } from '#server/bulk/batch/process-batch.ts';
import { closeIncidents } from '#server/nightly/close-incidents.ts';
import { uploadBatch } from '#shared/bulk/batches.ts';
import type { Day } from '#shared/kit/days.ts';
import { buildPath } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { cancelPayment, createPayment } from '#shared/money/payments.ts';
import { CONFIRMED } from '#shared/money/rules/payments.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { cancelOrder } from '#shared/orders/orders.ts';
import { directionOf } from '#shared/orders/rules/delivery-modes.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import { type Direction, nextStates } from '#shared/orders/rules/shipment/shipment-transitions.ts';
import { cancelShipment, returnShipment } from '#shared/orders/shipments.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { type ProviderClient, providerEvent } from '#test/callers/provider-client.ts';
import { newOrder, orderEdit, receiver, shipment } from '#test/fixtures/order-factory.ts';
import type { PrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import type { StockFixture } from '#test/fixtures/stock-fixture.ts';
import type { FakePaymentServer } from '#test/services/fake-payment-server.ts';
import { bulkCells, bulkText, fileForm } from '#test/texts/bulk-file-factory.ts';
import { correctEvents } from './model-corrections.ts';
import { changeHoliday } from './model-holidays.ts';
import { printLabels } from './model-label-checks.ts';
import { notifyPayment, PAYMENTS_WITH_ENDED_ORDER } from './model-payments.ts';
import { type HiddenItem, hideItem } from './model-pending.ts';
import { PROVINCES, type Step, type StepOf } from './model-steps.ts';
import { changeStock, stockedProduct, workAtWarehouse } from './model-warehouse.ts';

/** A quarter of an hour before the end of a month in Buenos Aires. */
const BEGIN = Date.parse('2026-03-01T02:45:00Z');

/** Servers and clients of the model test. */
export interface ModelServers {
  prepaid: PrepaidFixture;
  payments: FakePaymentServer;
  provider: ProviderClient;
}

export type Event = ReturnType<typeof providerEvent>;

/** A model world: two clients, the second one prepaid, and a record of all actions. */
export class ModelWorld {
  now = BEGIN;
  readonly orders: { by: TestClient; id: string; shipments: number; direction: Direction }[] = [];
  readonly requests: { clientId: number; id: number }[] = [];
  readonly sentEvents: { event: Event; result: string; clientId: number }[] = [];
  private readonly stock = new Map<TestClient, StockFixture>();
  /** Number of orders that each client created one by one. */
  readonly created = new Map<TestClient, number>();
  readonly begun: { by: TestClient; id: number }[] = [];
  /** Whether an order of a payment had ended when the payment was confirmed, by payment. */
  readonly confirmedAfterEnd = new Map<number, boolean>();
  /** Labels of shipments with a corrected event. */
  readonly corrected = new Set<string>();
  readonly uploads: { by: TestClient; id: number; numbers: string[]; wrong: number | null }[] = [];
  /** Text of each shipment's last printed label. */
  readonly printedLabels = new Map<string, string>();
  /** Items that senders snoozed or closed. */
  hidden: HiddenItem[] = [];
  /** How many times a sender hid an item. */
  hidings = 0;
  /** Days that the provider entered: whether it works on them. */
  readonly calendar = new Map<Day, boolean>();
  /** How many times the provider changed a day. */
  holidays = 0;
  /** First promised window of each shipment. */
  readonly firstPromises = new Map<string, string>();
  readonly servers: ModelServers;
  readonly clients: readonly [TestClient, TestClient];

  constructor(servers: ModelServers, clients: readonly [TestClient, TestClient]) {
    this.servers = servers;
    this.clients = clients;
  }

  get gateway() {
    return this.servers.prepaid.gateway;
  }

  async play(one: Step): Promise<void> {
    await this.watchConfirmations(() => this.run(one));
  }

  /** Runs an action and records which payments it confirmed, and whether their orders had ended before it. */
  private async watchConfirmations(action: () => Promise<void>): Promise<void> {
    const open = this.begun.map(({ id }) => id).filter((id) => !this.confirmedAfterEnd.has(id));
    const before = await this.gateway.owner<{ id: number; ended: boolean }>(PAYMENTS_WITH_ENDED_ORDER, [open]);
    await action();
    const confirmed = await this.gateway.owner<{ id: number }>(
      'SELECT id FROM merchant_orders WHERE id = ANY ($1) AND state = $2',
      [open, CONFIRMED],
    );
    for (const { id } of confirmed) this.confirmedAfterEnd.set(id, before.find((row) => row.id === id)?.ended ?? false);
  }

  private async run(one: Step): Promise<void> {
    this.gateway.setTime(new Date(this.now));
    if (one.do === 'wait') this.now += Math.round(one.hours * HOUR_MS);
    else if (one.do === 'create') await this.create(one.who, one.shipments, one.mode);
    else if (one.do === 'send events') await this.sendEvents(one.events);
    else if (one.do === 'correct') await correctEvents(this, one);
    else if (one.do === 'warehouse') await workAtWarehouse(this, one);
    else if (one.do === 'stock') await this.restock(one);
    else if (one.do === 'decide') await this.decide(one);
    else if (one.do === 'failed visit') await this.failVisit(one);
    else if (one.do === 'hide') await hideItem(this, one);
    else if (one.do === 'holiday') await changeHoliday(this, one);
    else if (one.do === 'print') await printLabels(this, one.pick);
    else if (one.do === 'pay') await this.pay(one);
    else if (one.do === 'notify') await notifyPayment(this, one);
    else if (one.do === 'cancel payment') await this.cancelPayment(one);
    else if (one.do === 'upload') await this.upload(one);
    else if (one.do === 'work') await this.work();
    else if (one.do === 'night') await this.night(one.days);
    else await this.ask(one);
  }

  async create(who: number, count: number, mode: number): Promise<void> {
    const by = this.clients[who] as TestClient;
    const items = mode === 3 ? [{ product_id: (await this.stocked(by)).product, quantity: 2 }] : undefined;
    const shipments = Array.from({ length: count }, (_, n) =>
      shipment({ weight: 500 + n * 700, ...(items && { items }) }),
    );
    const body = newOrder({ shipments, delivery_mode: mode, receiver: receiver() });
    const { status, body: made } = await this.gateway.call(createOrder, { by, body });
    // The warehouse may have taken the stock away.
    if (mode === 3 && status === 422) return;
    expect(status).toBe(200);
    const direction = directionOf(mode);
    this.created.set(by, (this.created.get(by) ?? 0) + 1);
    this.orders.push({ by, id: made.results.tracking_id, shipments: count, direction });
  }

  /** Returns the client's product that is in stock. */
  private async stocked(by: TestClient): Promise<StockFixture> {
    const known = this.stock.get(by) ?? (await stockedProduct(this, by));
    this.stock.set(by, known);
    return known;
  }

  private async restock({ who, ...change }: StepOf<'stock'>): Promise<void> {
    const { clientId } = this.clients[who] as TestClient;
    await changeStock(this, await this.stocked(this.clients[who] as TestClient), clientId, change);
  }

  private async sendEvents(list: StepOf<'send events'>['events']): Promise<void> {
    const batch: { event: Event; clientId: number }[] = [];
    for (const { pick, shipment, state, hoursAgo, again } of list) {
      const order = this.orders[pick % this.orders.length];
      const before = this.sentEvents.at(-1);
      if (again !== 'no' && before) {
        const event = again === 'same' ? before.event : { ...before.event, reason: 'Otro' };
        batch.push({ event, clientId: before.clientId });
      } else if (order) {
        const label = `${order.id}-${(shipment % order.shipments) + 1}`;
        const text = typeof state === 'string' ? state : await this.follower(label, order.direction, state.follow);
        batch.push({
          event: providerEvent(label, text, new Date(Math.round(this.now - hoursAgo * HOUR_MS)), { reason: '' }),
          clientId: order.by.clientId,
        });
      }
    }
    if (batch.length === 0) return;
    const results = await this.servers.provider.sendEvents(...batch.map(({ event }) => event));
    for (const [index, one] of batch.entries()) this.sentEvents.push({ ...one, result: results[index] as string });
  }

  private async failVisit({ pick, shipment, reason }: StepOf<'failed visit'>): Promise<void> {
    const order = this.orders[pick % this.orders.length];
    if (!order) return;
    const label = `${order.id}-${(shipment % order.shipments) + 1}`;
    // An order's creation may be now.
    this.now += 1000;
    this.gateway.setTime(new Date(this.now));
    const events = ['retirado', 'en_curso', 'no_entregado'].map((state, index) =>
      providerEvent(label, state, new Date(this.now - 2 + index), { reason: state === 'no_entregado' ? reason : '' }),
    );
    const results = await this.servers.provider.sendEvents(...events);
    for (const [index, event] of events.entries()) {
      this.sentEvents.push({ event, result: results[index] as string, clientId: order.by.clientId });
    }
  }

  private async follower(label: string, direction: Direction, nth: number): Promise<string> {
    const [row] = await this.gateway.owner<{ state_code: ShipmentStateCode | null }>(
      'SELECT state_code FROM shipments WHERE label = $1',
      [label],
    );
    const codes = nextStates(row?.state_code ?? null, direction);
    return codes[nth % codes.length] ?? 'en_transito';
  }

  private async ask(one: StepOf<'cancel order' | 'cancel shipment' | 'return' | 'edit'>): Promise<void> {
    const order = this.orders[one.pick % this.orders.length];
    if (!order) return;
    const { by, id, shipments } = order;
    const label = 'shipment' in one ? `${id}-${(one.shipment % shipments) + 1}` : '';
    const calls = {
      'cancel order': () => this.gateway.call(cancelOrder, { by, params: { id } }),
      'cancel shipment': () => this.gateway.call(cancelShipment, { by, params: { id: label } }),
      return: () => this.gateway.call(returnShipment, { by, params: { id: label } }),
      edit: () => {
        const { to, houseNumber } = one as StepOf<'edit'>;
        const body = orderEdit({ ...PROVINCES[to], address_street_number: String(houseNumber + 1) }) as never;
        return this.gateway.call(requestModification, { by, params: { id }, body });
      },
    };
    const { status, body } = await calls[one.do]();
    expect([200, 422], JSON.stringify(body)).toContain(status);
    if (one.do === 'edit' && status === 200) {
      const { results } = body as { results: { id: number } };
      this.requests.push({ clientId: by.clientId, id: results.id });
    }
  }

  private async decide({ pick, approved }: StepOf<'decide'>): Promise<void> {
    const request = this.requests[pick % this.requests.length];
    if (!request) return;
    const { headers } = this.servers.provider;
    const body = { approved, reason: approved ? '' : 'No se puede' };
    const { status } = await this.gateway.call(decideModification, { headers, params: request, body });
    expect([200, 409, 422]).toContain(status);
  }

  private async pay({ picks }: StepOf<'pay'>): Promise<void> {
    const by = this.clients[1];
    const own = this.orders.filter((order) => order.by === by);
    const orders = picks.flatMap((pick) => own[pick % own.length]?.id ?? []);
    if (orders.length === 0) return;
    const { status, body } = await this.gateway.call(createPayment, { by, body: { orders } });
    expect([200, 422], JSON.stringify(body)).toContain(status);
    if (status === 200) this.begun.push({ by, id: body.results.id });
  }

  private async cancelPayment({ pick }: StepOf<'cancel payment'>): Promise<void> {
    const payment = this.begun[pick % this.begun.length];
    if (!payment) return;
    const { by, id } = payment;
    const { status } = await this.gateway.call(cancelPayment, { by, params: { id: String(id) } });
    expect([200, 422]).toContain(status);
  }

  private async upload({ who, numbers: chosen, wrong }: StepOf<'upload'>): Promise<void> {
    const by = this.clients[who] as TestClient;
    const numbers = [...new Set(chosen)].map((n) => `LOTE-${n}`);
    const rows = numbers.map((nro_orden, index) =>
      bulkCells(index, { nro_orden, ...(index === wrong && { email: 'x' }) }),
    );
    const init = { method: 'POST', body: fileForm(bulkText(rows)), by };
    const answer = await this.gateway.fetch(`/api${buildPath(uploadBatch)}`, init);
    const { results } = (await answer.json()) as { results?: { id: number } };
    // Only one file of a client is processed at a time.
    expect([200, 409]).toContain(answer.status);
    if (results) this.uploads.push({ by, id: results.id, numbers, wrong });
  }

  /** Runs all due jobs, uploads included, and adds their orders to the world. */
  async work(): Promise<void> {
    const { prepaid } = this.servers;
    await prepaid.work();
    for (const work of prepaid.jobs.take(batchJobs)) {
      await processBatch(this.gateway.deps, work, new AbortController().signal);
      const made = await this.gateway.owner<{ id: string }>(
        `SELECT o.tracking_id AS id FROM batch_rows r JOIN orders o ON o.client_id = r.client_id AND o.id = r.order_pk
         WHERE r.client_id = $1 AND r.batch_id = $2 AND r.outcome = 'Procesado' ORDER BY r.row_no`,
        [work.clientId, work.batchId],
      );
      const by = this.clients.find(({ clientId }) => clientId === work.clientId) as TestClient;
      for (const { id } of made) this.orders.push({ by, id, shipments: 1, direction: 'entrega' });
    }
  }

  /** Advances the clock by days and runs the nightly jobs that change orders. */
  async night(days: number): Promise<void> {
    this.now += days * 24 * HOUR_MS;
    this.gateway.setTime(new Date(this.now));
    for (const { clientId } of this.clients) {
      await closeIncidents(this.gateway.deps, clientId, new AbortController().signal);
    }
  }

  /** Completes everything: runs the jobs, and polls the payment provider for payments without notification. */
  async end(): Promise<void> {
    this.gateway.setTime(new Date(this.now));
    await this.watchConfirmations(async () => {
      await this.work();
      await this.servers.prepaid.look();
      await this.work();
    });
    this.servers.prepaid.jobs.queued.length = 0;
  }
}
