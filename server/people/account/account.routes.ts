import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as settings from '#shared/kit/settings.ts';
import { deliveryModes } from '#shared/orders/lookups.ts';
import * as account from '#shared/people/account.ts';
import * as contact from '#shared/people/buyer-contact.ts';
import { allowedModes, companyInfo, currentUser } from './account.ts';
import { buyerContact, saveBuyerContact } from './buyer-contact.ts';
import { portalSettings } from './portal-settings.ts';
import { printConfig, savePrintConfig } from './print-config.ts';
import { addSenderAddress, changeSenderAddress, senderAddresses } from './sender-address.ts';

/**
 * Mounts the calls about the client: company, user, print settings, contact for buyers, collection addresses,
 * delivery modes, portal settings.
 */
export function accountRoutes(mount: Mount, deps: Deps): void {
  mount.client(account.clientInfo, ({ caller }) => companyInfo(deps, caller));
  mount.client(account.currentUser, ({ caller }) => currentUser(deps, caller));
  mount.client(deliveryModes, async ({ caller }) => allowedModes(caller));
  mount.client(account.readPrintConfig, ({ caller }) => printConfig(deps, caller));
  mount.client(account.savePrintConfig, ({ caller, params, body }) => savePrintConfig(deps, caller, params.id, body));
  mount.client(contact.readBuyerContact, ({ caller }) => buyerContact(deps, caller));
  mount.client(contact.saveBuyerContact, ({ caller, body }) => saveBuyerContact(deps, caller, body));
  mount.client(account.listSenderAddresses, ({ caller, query }) =>
    senderAddresses(deps, caller, query.filter?.active || undefined),
  );
  mount.client(account.createSenderAddress, ({ caller, body, idempotencyKey }) =>
    addSenderAddress(deps, caller, body, idempotencyKey),
  );
  mount.client(account.updateSenderAddress, ({ caller, params, body }) =>
    changeSenderAddress(deps, caller, params.id, body),
  );
  const features = { paymentHosts: deps.payments?.hosts, userCall: mount.mounted.has(account.currentUser) };
  mount.open(settings.portalSettings, async () => portalSettings(deps.config, features));
}
