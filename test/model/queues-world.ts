import { addDays, localDay, startOfDay } from '#shared/kit/days.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { requestReschedule } from '#shared/orders/reschedules.ts';
import { decideModification, undoModification } from '#shared/orders/staff-modifications.ts';
import { assignQueueItem, countQueues, listQueue, snoozeQueueItem } from '#shared/orders/staff-queues.ts';
import { decideReschedule, undoReschedule } from '#shared/orders/staff-reschedules.ts';
import type { TestApp } from '#test/app/test-app.ts';
import { workingDay } from '#test/app/working-day.ts';
import { type ProviderClient, providerEvent } from '#test/callers/provider-client.ts';
import { newOrder, orderEdit } from '#test/fixtures/order-factory.ts';
import type { Sender } from '#test/fixtures/sender-factory.ts';
import type { Person } from '#test/fixtures/staff-fixture.ts';

/** Queues that the model knows. */
export const MODELLED = ['modifications', 'reschedules', 'incidents'] as const;

export type Modelled = (typeof MODELLED)[number];

/** A subject as the model expects it. */
export interface Subject {
  queue: Modelled;
  id: number;
  /** Label of its shipment, or number of its order. */
  name: string;
  waits: boolean;
  /** Beginning of its cause, in ms. */
  since: number;
  /** Index of the member of the staff who has it. */
  assignedTo: number | null;
  snoozedUntil: number;
  /** Time of the last decision, in ms. */
  decidedAt: number | null;
}

/** Answers of two calls at the same time. */
type Pair = [number, number];

/** A client with its shipments, and two members of the staff, beside a model of the queues. */
export class QueuesWorld {
  readonly app: TestApp;
  readonly provider: ProviderClient;
  readonly sender: Sender;
  readonly clientId: number;
  readonly people: readonly [Person, Person];
  readonly subjects: Subject[] = [];
  now: number;

  constructor(
    servers: { app: TestApp; provider: ProviderClient },
    { sender, clientId }: { sender: Sender; clientId: number },
    people: readonly [Person, Person],
    now: number,
  ) {
    this.app = servers.app;
    this.provider = servers.provider;
    this.sender = sender;
    this.clientId = clientId;
    this.people = people;
    this.now = now;
    this.wait(0);
  }

  wait(seconds: number): void {
    this.now += seconds * 1000;
    this.app.setTime(new Date(this.now));
  }

  /** Creates an order whose only shipment has these events now. */
  async shipment(...states: string[]): Promise<{ tracking: string; name: string; label: string }> {
    const { body } = await this.app.call(createOrder, { token: this.sender.token, body: newOrder() });
    const { tracking_id: tracking, order_id: name } = body.results;
    const label = `${tracking}-1`;
    for (const state of states) await this.happens(label, state);
    return { tracking, name, label };
  }

  async happens(label: string, state: string): Promise<void> {
    this.wait(1);
    const [result] = await this.provider.sendEvents(providerEvent(label, state, new Date(this.now)));
    if (result !== 'recorded') throw new Error(`${state}: ${result}`);
  }

  /** A shipment's delivery fails: an incident, with a request for another day. */
  async fail(): Promise<void> {
    const { label } = await this.shipment('retirado', 'en_curso', 'no_entregado');
    const [found] = await this.app.owner<{ id: number }>('SELECT id FROM shipments WHERE label = $1', [label]);
    this.#add({ queue: 'incidents', id: Number(found?.id), name: label });
    this.wait(1);
    const asked = { params: { id: label }, body: { date: workingDay(3, new Date(this.now)), note: '' } };
    const { body } = await this.app.call(requestReschedule, { token: this.sender.token, ...asked });
    this.#add({ queue: 'reschedules', id: body.results.id, name: label });
  }

  /** The sender asks for a change of a collected order. */
  async ask(): Promise<void> {
    const { tracking, name } = await this.shipment('retirado');
    this.wait(1);
    const asked = { params: { id: tracking }, body: orderEdit() as never };
    const { body } = await this.app.call(requestModification, { token: this.sender.token, ...asked });
    this.#add({ queue: 'modifications', id: body.results.id, name });
  }

  #add(subject: Pick<Subject, 'queue' | 'id' | 'name'>): void {
    const none = { assignedTo: null, snoozedUntil: 0, decidedAt: null };
    this.subjects.push({ ...subject, waits: true, since: this.now, ...none });
  }

  /** An incident is over, and begins again with another visit. */
  async recover(subject: Subject): Promise<void> {
    if (subject.queue !== 'incidents') return;
    await this.happens(subject.name, subject.waits ? 'en_curso' : 'no_entregado');
    subject.waits = !subject.waits;
    if (subject.waits) Object.assign(subject, { since: this.now, assignedTo: null, snoozedUntil: 0 });
  }

  /** Two people decide a request at the same time. @returns the statuses */
  async decideTwice(subject: Subject): Promise<Pair> {
    const approves = this.decide(0, subject, true);
    const rejects = this.decide(1, subject, false);
    return [await approves, await rejects];
  }

  /** Decides a request. @returns the status */
  async decide(staff: number, { queue, id }: Subject, approved: boolean): Promise<number> {
    const call = queue === 'modifications' ? decideModification : decideReschedule;
    const body = { approved, reason: approved ? '' : 'Ya salió a reparto' };
    return (await this.#person(staff).call(call, { params: { clientId: this.clientId, id }, body })).status;
  }

  async undo(staff: number, { queue, id }: Subject): Promise<number> {
    const call = queue === 'modifications' ? undoModification : undoReschedule;
    return (await this.#person(staff).call(call, { params: { clientId: this.clientId, id } })).status;
  }

  /** Assigns an item to a member of the staff who saw it with somebody. @returns the status */
  async assign(staff: number, subject: Subject, sawAssignedTo: number | null): Promise<number> {
    const body = { staff_id: this.#id(staff), instead_of: this.#id(sawAssignedTo) };
    return (await this.#person(staff).call(assignQueueItem, { params: this.#path(subject), body })).status;
  }

  /** Hides an item for days, or shows it with 0. @returns the status */
  async snooze(staff: number, subject: Subject, days: number): Promise<number> {
    const until = days === 0 ? null : addDays(localDay(new Date(this.now)), days);
    const { status } = await this.#person(staff).call(snoozeQueueItem, {
      params: this.#path(subject),
      body: { until },
    });
    if (status === 200) subject.snoozedUntil = until === null ? 0 : startOfDay(until);
    return status;
  }

  /** Reads a queue's items of the client as the staff see them. */
  async listed(staff: number, queue: Modelled, mine: boolean) {
    const query = { limit: 1000, filter: { client: String(this.clientId), ...(mine && { mine: '1' }) } };
    const { body } = await this.#person(staff).call(listQueue, { params: { queue }, query: query as never });
    return body.results.map(({ name, assigned_to }) => ({ name, assigned_to: assigned_to?.id ?? null }));
  }

  /** What `listed` should be: oldest first. */
  expected(staff: number, queue: Modelled, mine: boolean) {
    return this.subjects
      .filter((subject) => subject.queue === queue && subject.waits)
      .filter((subject) => (mine ? subject.assignedTo === staff : subject.snoozedUntil <= this.now))
      .sort((a, b) => a.since - b.since)
      .map(({ name, assignedTo }) => ({ name, assigned_to: this.#id(assignedTo) }));
  }

  /** Reads the numbers of the queues, and recounts them from the lists over all clients. */
  async totals(staff: number) {
    const person = this.#person(staff);
    const counted = (await person.call(countQueues)).body.results;
    const listed = await Promise.all(
      counted.map(async ({ queue }) => {
        const all = (await person.call(listQueue, { params: { queue }, query: { limit: 1000 } as never })).body;
        const mine = { limit: 1000, filter: { mine: '1' } } as never;
        const own = (await person.call(listQueue, { params: { queue }, query: mine })).body;
        const beyond = all.results.filter((item) => item.beyond).length;
        return {
          queue,
          total: all.results.length,
          beyond,
          mine: own.results.length,
          oldest: all.results[0]?.since ?? null,
        };
      }),
    );
    return { counted, listed };
  }

  #person(staff: number) {
    return (this.people[staff] ?? this.people[0]).browser;
  }

  #id(staff: number | null): number | null {
    return staff === null ? null : (this.people[staff]?.id ?? null);
  }

  #path({ queue, id }: Subject) {
    return { queue, clientId: this.clientId, id };
  }
}
