import { pagesOf } from '#server/db/list/offset-page.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { endClientTariff, listClientTariffs, publishClientTariff } from '#server/money/tariff/client-tariff.ts';
import { listTariffs, publishTariff } from '#server/money/tariff/staff-tariff.ts';
import { listClientShipments, readOperatorShipment } from '#server/orders/domain/staff-shipment.ts';
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
export function operatorRoutes(mount: Mount, deps: Deps): void {
  mountResource(
    mount,
    clients.clients,
    (query) => listClients(deps, query),
    () => deps.db.withOperator(async (trx) => deps.events.record(trx, null, 'list.exported')),
  );
  mount.operator(clients.readClient, async ({ params }) => ({
    results: await readDecidedClient(deps, params.clientId),
  }));
  mount.operator(clients.changeClient, async ({ operator, params, body }) => ({
    message: 'Los permisos del cliente se guardaron',
    results: await changeClientFlags(deps, operator, params.clientId, body),
  }));
  mount.operator(shipments.clientShipments, ({ operator, params, query }) =>
    listClientShipments(deps, operator, params.clientId, query),
  );
  mount.operator(shipments.readOperatorShipment, async ({ operator, params }) => ({
    results: await readOperatorShipment(deps, operator, params.label),
  }));
  mount.operator(terms.listTerms, ({ query }) => listTerms(deps, query));
  mount.operator(terms.previewTerms, async ({ body }) => ({ results: previewTerms(body.text) }));
  mount.operator(terms.pendingTerms, ({ params, query }) => pendingTerms(deps, params.id, query));
  mount.operator(terms.publishTerms, ({ body }) => publishTerms(deps, body));
  mount.operator(tariffs.listTariffs, ({ query }) => listTariffs(deps, query));
  mount.operator(tariffs.publishTariff, async ({ body }) => ({
    message: 'La tarifa se guardó',
    results: await publishTariff(deps, body),
  }));
  mount.operator(tariffs.listClientTariffs, ({ params, query }) => listClientTariffs(deps, params.clientId, query));
  mount.operator(tariffs.publishClientTariff, async ({ operator, params, body }) => ({
    message: 'La tarifa del cliente se guardó',
    results: await publishClientTariff(deps, operator, params.clientId, body),
  }));
  mount.operator(tariffs.endClientTariff, async ({ operator, params, body }) => ({
    message: 'El cliente vuelve a la tarifa general',
    results: await endClientTariff(deps, operator, params.clientId, body.valid_from),
  }));
  mountResource(mount, points.pickupPoints, pagesOf(deps.db, pickupPointsMatching));
  mount.operator(points.savePickupPoint, async ({ params, body, operator }) => ({
    message: 'El punto de retiro se guardó',
    results: await savePickupPoint(deps, operator, params.code, body),
  }));
  mount.operator(points.importPickupPoints, async ({ body }) => {
    const results = await importPickupPoints(deps, body.text);
    return { message: importMessage(results), results };
  });
  mount.operator(categories.listCategories, async () => ({ results: await listCategories(deps) }));
  mount.operator(categories.createCategory, async ({ body }) => ({
    message: 'La categoría se creó',
    results: await createCategory(deps, body.name),
  }));
  mount.operator(categories.renameCategory, async ({ params, body }) => ({
    message: 'La categoría se guardó',
    results: await renameCategory(deps, params.id, body.name),
  }));
  mount.operator(keys.listKeys, async ({ operator }) => ({ results: await listKeys(deps, operator) }));
  mount.operator(keys.createKey, async ({ operator, body }) => ({
    message: 'Guardá la clave ahora: no se vuelve a mostrar',
    results: await createKey(deps, operator, body),
  }));
  mount.operator(keys.revokeKey, async ({ operator, params }) => ({
    message: `La clave ${await revokeKey(deps, operator, params.id)} ya no sirve`,
  }));
  mount.operator(setup.readSetup, async () => ({ results: await readSetup(deps) }));
  mount.operator(setup.testMail, async ({ body }) => {
    await requestMailTest(deps, body.email);
    return { message: `El email de prueba sale para ${body.email}. En unos segundos se ve si el servidor lo aceptó` };
  });
  mount.operator(setup.testPayments, async () => {
    const account = await testPayments(deps);
    return { message: `Los pagos llegan a la cuenta ${account}`, results: { account } };
  });
  mount.operator(setup.loadExamples, async () => ({
    message: 'Los ejemplos son inventados: reemplazalos antes de la primera orden real',
    results: await loadExamples(deps),
  }));
}
