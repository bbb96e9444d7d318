import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { requestReschedule } from '#shared/orders/reschedules.ts';
import { decideModification, listModifications } from '#shared/orders/staff-modifications.ts';
import { decideReschedule, listReschedules } from '#shared/orders/staff-reschedules.ts';
import { workingDay } from '#test/app/working-day.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { orderEdit } from '#test/fixtures/order-factory.ts';
import type { StaffCallWorld } from './staff-call-inputs.ts';

type Input = CallInput<AnyEndpoint>;

/** Returns valid inputs of the provider's calls about requests of senders, by name. */
export function requestInputs({
  app,
  staff,
  provider,
  client,
  clientId,
  anotherOrder,
}: StaffCallWorld): Record<string, () => Input | Promise<Input>> {
  /** Asks for a change of a collected order. @returns the request's path, and the order's label */
  const askedChange = async () => {
    const { tracking, label } = await anotherOrder();
    await provider.sendEvents(providerEvent(label, 'retirado', new Date()));
    const asked = { token: client.token, params: { id: tracking }, body: orderEdit() };
    const { body } = await app.call(requestModification, asked as never);
    return { params: { clientId: await clientId(), id: body.results.id }, label };
  };
  const askedModification = async () => (await askedChange()).params;
  /** Asks for another day of a delayed shipment. @returns the request's path */
  const askedReschedule = async () => {
    const { label } = await anotherOrder();
    await provider.sendEvents(providerEvent(label, 'demorado', new Date()));
    const asked = { params: { id: label }, body: { date: workingDay(), note: 'De tarde' } };
    const { body } = await app.call(requestReschedule, { token: client.token, ...asked });
    return { clientId: await clientId(), id: body.results.id };
  };
  return {
    listModifications: () => ({ query: { filter: { state: 'Aprobado' } } }),
    decideModification: async () => ({
      params: await askedModification(),
      body: { approved: false, reason: 'Ya está en reparto' },
    }),
    undoModification: async () => {
      const params = await askedModification();
      await staff(decideModification, { params, body: { approved: true } });
      return { params };
    },
    readModification: async () => {
      const [decided] = (await staff(listModifications, { query: { filter: { state: 'Aprobado' } } })).body.results;
      return { params: { clientId: decided?.client_id, id: decided?.id } };
    },
    showReceiverContact: async () => ({ params: { label: (await askedChange()).label } }),
    showRequestedChanges: async () => ({ params: await askedModification() }),
    readReschedule: async () => {
      const [decided] = (await staff(listReschedules, { query: { filter: { state: 'Aprobado' } } })).body.results;
      return { params: { clientId: decided?.client_id, id: decided?.id } };
    },
    listReschedules: () => ({ query: { filter: { state: 'Pendiente' } } }),
    decideReschedule: async () => ({ params: await askedReschedule(), body: { approved: true } }),
    undoReschedule: async () => {
      const params = await askedReschedule();
      await staff(decideReschedule, { params, body: { approved: true } });
      return { params };
    },
  };
}
