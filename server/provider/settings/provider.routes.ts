import { pagesOf } from '#server/db/list/offset-page.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { endClientTariff, listClientTariffs, publishClientTariff } from '#server/money/tariff/client-tariff.ts';
import { listTariffs, publishTariff } from '#server/money/tariff/staff-tariff.ts';
import { listClientShipments, readStaffShipment } from '#server/orders/domain/staff-shipment.ts';
import { changeClientFlags, listClients, readDecidedClient } from '#server/people/client/staff-client.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import * as tariffs from '#shared/money/staff-tariffs.ts';
import * as shipments from '#shared/orders/staff-shipments.ts';
import * as clients from '#shared/people/staff-clients.ts';
import * as categories from '#shared/provider/staff-categories.ts';
import * as keys from '#shared/provider/staff-keys.ts';
import * as points from '#shared/provider/staff-pickup-points.ts';
import * as setup from '#shared/provider/staff-setup.ts';
import * as terms from '#shared/provider/staff-terms.ts';
import { createCategory, listCategories, renameCategory } from './category.ts';
import { createKey, listKeys, revokeKey } from './key.ts';
import { pickupPointsMatching } from './point.store.ts';
import { savePickupPoint } from './point.ts';
import { importMessage, importPickupPoints } from './point-file.ts';
import { requestMailTest, testPayments } from './service-checks.ts';
import { loadExamples, readSetup } from './setup.ts';
import { listTerms, pendingTerms, previewTerms, publishTerms } from './terms.ts';

/** Mounts the calls of the provider's systems (`/api/ops/v1`, readings R5). */
export function providerRoutes(mount: Mount, deps: Deps): void {
  mountResource(
    mount,
    clients.clients,
    (query) => listClients(deps, query),
    () => deps.db.withProvider(async (trx) => deps.events.record(trx, null, 'list.exported')),
  );
  mount.provider(clients.readClient, async ({ params }) => ({
    results: await readDecidedClient(deps, params.clientId),
  }));
  mount.provider(clients.changeClient, async ({ caller, params, body }) => ({
    message: 'Los permisos del cliente se guardaron',
    results: await changeClientFlags(deps, caller, params.clientId, body),
  }));
  mount.provider(shipments.clientShipments, ({ caller, params, query }) =>
    listClientShipments(deps, caller, params.clientId, query),
  );
  mount.provider(shipments.readStaffShipment, async ({ caller, params }) => ({
    results: await readStaffShipment(deps, caller, params.label),
  }));
  mount.provider(terms.listTerms, ({ query }) => listTerms(deps, query));
  mount.provider(terms.previewTerms, async ({ body }) => ({ results: previewTerms(body.text) }));
  mount.provider(terms.pendingTerms, ({ params, query }) => pendingTerms(deps, params.id, query));
  mount.provider(terms.publishTerms, ({ body }) => publishTerms(deps, body));
  mount.provider(tariffs.listTariffs, ({ query }) => listTariffs(deps, query));
  mount.provider(tariffs.publishTariff, async ({ body }) => ({
    message: 'La tarifa se guardó',
    results: await publishTariff(deps, body),
  }));
  mount.provider(tariffs.listClientTariffs, ({ params, query }) => listClientTariffs(deps, params.clientId, query));
  mount.provider(tariffs.publishClientTariff, async ({ caller, params, body }) => ({
    message: 'La tarifa del cliente se guardó',
    results: await publishClientTariff(deps, caller, params.clientId, body),
  }));
  mount.provider(tariffs.endClientTariff, async ({ caller, params, body }) => ({
    message: 'El cliente vuelve a la tarifa general',
    results: await endClientTariff(deps, caller, params.clientId, body.valid_from),
  }));
  mountResource(mount, points.pickupPoints, pagesOf(deps.db, pickupPointsMatching));
  mount.provider(points.savePickupPoint, async ({ params, body, caller }) => ({
    message: 'El punto de retiro se guardó',
    results: await savePickupPoint(deps, caller, params.code, body),
  }));
  mount.provider(points.importPickupPoints, async ({ body }) => {
    const results = await importPickupPoints(deps, body.text);
    return { message: importMessage(results), results };
  });
  mount.provider(categories.listCategories, async () => ({ results: await listCategories(deps) }));
  mount.provider(categories.createCategory, async ({ body }) => ({
    message: 'La categoría se creó',
    results: await createCategory(deps, body.name),
  }));
  mount.provider(categories.renameCategory, async ({ params, body }) => ({
    message: 'La categoría se guardó',
    results: await renameCategory(deps, params.id, body.name),
  }));
  mount.provider(keys.listKeys, async ({ caller }) => ({ results: await listKeys(deps, caller) }));
  mount.provider(keys.createKey, async ({ caller, body }) => ({
    message: 'Guardá la clave ahora: no se vuelve a mostrar',
    results: await createKey(deps, caller, body),
  }));
  mount.provider(keys.revokeKey, async ({ caller, params }) => ({
    message: `La clave ${await revokeKey(deps, caller, params.id)} ya no sirve`,
  }));
  mount.provider(setup.readSetup, async () => ({ results: await readSetup(deps) }));
  mount.provider(setup.testMail, async ({ body }) => {
    await requestMailTest(deps, body.email);
    return { message: `El email de prueba sale para ${body.email}. En unos segundos se ve si el servidor lo aceptó` };
  });
  mount.provider(setup.testPayments, async () => {
    const account = await testPayments(deps);
    return { message: `Los pagos llegan a la cuenta ${account}`, results: { account } };
  });
  mount.provider(setup.loadExamples, async () => ({
    message: 'Los ejemplos son inventados: reemplazalos antes de la primera orden real',
    results: await loadExamples(deps),
  }));
}
