import type pg from 'pg';
import * as z from 'zod/mini';
import { type Account, registrationForm } from '#server/demo/accounts.ts';
import { provinceName } from '#server/demo/towns.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { addPackagePreset, packagePresets } from '#server/orders/package-preset/package-presets.ts';
import { sendAccessMail } from '#server/people/access/access-mails.ts';
import { activateAccount } from '#server/people/access/registration/activation.ts';
import { registerClient } from '#server/people/access/registration/registration.ts';
import { acceptTerms, newestTerms } from '#server/people/access/terms.ts';
import { buyerContact, saveBuyerContact } from '#server/people/account/buyer-contact.ts';
import { printConfig, savePrintConfig } from '#server/people/account/print-config.ts';
import { addSenderAddress, senderAddresses } from '#server/people/account/sender-address.ts';
import { setClientFlags } from '#server/people/domain/client-flags.store.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { registration } from '#shared/people/registration.ts';
import { findAccount } from './seed-account.store.ts';

/** Network of everything that the demonstration data do. */
export const DEMONSTRATION_NETWORK = 'demonstration';

/**
 * Seeds an account by the product's services: registration, activation by the link of the mail, terms, a second
 * collection address that becomes the main one, print settings, package presets, a contact for buyers. Idempotent.
 */
export async function seedAccount(deps: Deps, owner: pg.ClientBase, account: Account): Promise<Caller> {
  // The addresses are invented, so no mail is enqueued. `activationToken` renders the activation mail to read its link.
  // Registration may be closed to the public.
  const config = { ...deps.config, REGISTRATION: 'open' as const };
  const quiet: Deps = { ...deps, config, jobs: { ...deps.jobs, enqueue: async () => {} } };
  if (!(await findAccount(owner, account))) {
    const by = { network: DEMONSTRATION_NETWORK, signal: new AbortController().signal };
    await registerClient(quiet, by, z.parse(registration, registrationForm(account)));
  }
  const found = await findAccount(owner, account);
  if (!found) throw new Error(`${account.username} could not be registered: its e-mail is already in use`);
  const userKey = { clientId: found.client_id, userId: found.user_id };
  if (!found.active) await activateAccount(deps, DEMONSTRATION_NETWORK, await activationToken(quiet, userKey));
  await deps.db.withProvider((trx) => setClientFlags(trx, userKey.clientId, account.flags));

  const caller: Caller = {
    ...userKey,
    sessionId: '',
    username: account.username,
    logonName: account.username,
    role: 'owner',
    approved: true,
    rejectionReason: null,
    blockedReason: null,
    ...account.flags,
    termsAccepted: true,
    termsBindFrom: null,
    hasFactor: false,
    factorGiven: false,
    codeAt: null,
    factorRequiredFrom: null,
    setUpDue: false,
  };
  if (!account.acceptsTerms) return { ...caller, termsAccepted: false };
  const [terms] = (await newestTerms(deps, caller)).results;
  if (terms) await acceptTerms(deps, caller, terms.id);
  await addMainAddress({ ...deps, clock: () => new Date(deps.clock().getTime() + HOUR_MS) }, caller);
  await savePrintSettings(deps, caller, account);
  await addPresets(deps, caller);
  await addBuyerContact(deps, caller);
  return caller;
}

/** Packages that a shop sends often; cm and grams. */
const PRESETS = [
  { name: 'Bolsa', length: 40, width: 30, height: 5, weight: 400 },
  { name: 'Caja chica', length: 25, width: 20, height: 15, weight: 900 },
  { name: 'Caja grande', length: 50, width: 40, height: 35, weight: 5000 },
];

async function addPresets(deps: Deps, caller: Caller): Promise<void> {
  if ((await packagePresets(deps, caller)).results.length > 0) return;
  for (const preset of PRESETS) await addPackagePreset(deps, caller, preset, null);
}

async function addBuyerContact(deps: Deps, caller: Caller): Promise<void> {
  const { results } = await buyerContact(deps, caller);
  if (results.email !== '' || results.phone !== '') return;
  await saveBuyerContact(deps, caller, { email: `compras@${caller.username}.example`, phone: '11 5555-0100' });
}

/** Returns the token in the link of the activation mail. */
async function activationToken(deps: Deps, userKey: { clientId: number; userId: number }): Promise<string> {
  let text = '';
  const mailer = {
    ...deps.mailer,
    send: async (mail: { text: string }) => {
      text = mail.text;
    },
  };
  await sendAccessMail({ ...deps, mailer }, { kind: 'activation', ...userKey });
  const [, token] = /\/activation\/([\w-]+)/.exec(text) ?? [];
  if (!token) throw new Error('the activation mail contains no link');
  return token;
}

async function addMainAddress(deps: Deps, caller: Caller): Promise<void> {
  const { results } = await senderAddresses(deps, caller, undefined);
  if (results.length > 1) return;
  const address = {
    street_name: 'Av. Warnes',
    street_number: '1240',
    floor: '',
    apartment: 'Depósito 3',
    neighborhood_name: 'Villa Crespo',
    zip_code: '1414',
    city: 'Ciudad Autónoma de Buenos Aires',
    state: provinceName('C'),
    other_info: 'Carga y descarga por el portón lateral.',
    main_address: true,
    active: true,
  };
  await addSenderAddress(deps, caller, address, null);
}

async function savePrintSettings(deps: Deps, caller: Caller, { format }: Account): Promise<void> {
  if (format === 'pdf') return;
  const { id } = await printConfig(deps, caller);
  await savePrintConfig(deps, caller, String(id), {
    default_format: format,
    default_label_size: '1',
    labels_per_page: '1',
  });
}
