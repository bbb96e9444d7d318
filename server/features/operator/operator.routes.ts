import type { Deps } from '#server/domain/deps.ts';
import type { Sessions } from '#server/features/access/session.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as categories from '#shared/ops/categories.ts';
import * as clients from '#shared/ops/clients.ts';
import * as keys from '#shared/ops/keys.ts';
import * as points from '#shared/ops/pickup-points.ts';
import * as setup from '#shared/ops/setup.ts';
import * as shipments from '#shared/ops/shipments.ts';
import * as tariffs from '#shared/ops/tariffs.ts';
import * as terms from '#shared/ops/terms.ts';
import { addCategory, allCategories, renameCategoryTo } from './operator-category.ts';
import { changeClientFlags, listClientsOf, readClientBy } from './operator-client.ts';
import { endKey, keysFor, newKey } from './operator-key.ts';
import { listPointsOf, savePoint } from './operator-point.ts';
import { loadExamplesOf, readSetupOf } from './operator-setup.ts';
import { shipmentsOf, shipmentWithLabel } from './operator-shipment.ts';
import { listTariffsOf, publishTariffOf } from './operator-tariff.ts';
import { listTermsOf, publishTermsOf } from './operator-terms.ts';

/** The provider's entry (readings R5): what its own systems read and change. */
export function operatorRoutes(mount: Mount, deps: Deps, sessions: Sessions): void {
  mount.operator(clients.listClients, ({ query }) => listClientsOf(deps, query));
  mount.operator(clients.readClient, async ({ params }) => ({ results: await readClientBy(deps, params.clientId) }));
  mount.operator(clients.changeClient, async ({ params, body }) => ({
    message: 'Los permisos del cliente se guardaron',
    results: await changeClientFlags(deps, sessions, params.clientId, body),
  }));
  mount.operator(shipments.clientShipments, ({ params, query }) => shipmentsOf(deps, params.clientId, query));
  mount.operator(shipments.readOperatorShipment, async ({ params }) => ({
    results: await shipmentWithLabel(deps, params.label),
  }));
  mount.operator(terms.listTerms, ({ query }) => listTermsOf(deps, query));
  mount.operator(terms.publishTerms, async ({ body }) => ({
    message: 'Los términos están vigentes: cada cliente tiene que aceptarlos',
    results: await publishTermsOf(deps, sessions, body.text),
  }));
  mount.operator(tariffs.listTariffs, ({ query }) => listTariffsOf(deps, query));
  mount.operator(tariffs.publishTariff, async ({ body }) => ({
    message: 'La tarifa se guardó',
    results: await publishTariffOf(deps, body),
  }));
  mount.operator(points.listPickupPoints, ({ query }) => listPointsOf(deps, query));
  mount.operator(points.savePickupPoint, async ({ params, body }) => ({
    message: 'El punto de retiro se guardó',
    results: await savePoint(deps, params.code, body),
  }));
  mount.operator(categories.listCategories, async () => ({ results: await allCategories(deps) }));
  mount.operator(categories.createCategory, async ({ body }) => ({
    message: 'La categoría se creó',
    results: await addCategory(deps, body.name),
  }));
  mount.operator(categories.renameCategory, async ({ params, body }) => ({
    message: 'La categoría se guardó',
    results: await renameCategoryTo(deps, params.id, body.name),
  }));
  mount.operator(keys.listKeys, async ({ operator }) => ({ results: await keysFor(deps, operator) }));
  mount.operator(keys.createKey, async ({ operator, body }) => ({
    message: 'Guardá la clave ahora: no se vuelve a mostrar',
    results: await newKey(deps, operator, body.name),
  }));
  mount.operator(keys.revokeKey, async ({ operator, params }) => ({
    message: `La clave ${await endKey(deps, operator, params.id)} ya no sirve`,
  }));
  mount.operator(setup.readSetup, async () => ({ results: await readSetupOf(deps) }));
  mount.operator(setup.loadExamples, async () => ({
    message: 'Los ejemplos son inventados: reemplazalos antes de la primera orden real',
    results: await loadExamplesOf(deps, sessions),
  }));
}
