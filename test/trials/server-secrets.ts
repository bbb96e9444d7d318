import { listClients } from '#shared/ops/clients.ts';
import { clientOf } from '#test/http-client.ts';
import { operatorOf } from '#test/operator.ts';
import { logIn, signUp } from '#test/senders.ts';
import { ask, knownBy } from './cluster.ts';
import { inPlace, sectionOf } from './documented.ts';
import { type Finding, finding } from './report.ts';
import { listed, type Site } from './site.ts';

/** Each secret of an installation on a server, changed as the table of docs/operations.md says. */
export async function rotated(site: Site): Promise<Finding[]> {
  return [...(await sessionSecret(site)), ...(await providersKey(site)), ...(await passwords(site))];
}

/** Restarts both nodes with other settings, which hold from then on. */
async function restartWith({ installation, settings, port, worker }: Site, changes: Record<string, string>) {
  Object.assign(settings, changes);
  await Promise.all([installation.restart('web', port, settings), installation.restart('worker', worker, settings)]);
}

async function sessionSecret(site: Site): Promise<Finding[]> {
  const { settings, installation, url } = site;
  const { username, password, token: older } = await signUp(clientOf(url), installation.mail);
  const previous = settings.JWT_SECRET ?? '';
  await restartWith(site, { JWT_SECRET: 'the second secret of the trial '.repeat(2), JWT_SECRET_PREVIOUS: previous });
  const newer = await logIn(clientOf(url), username, password);
  const both = [await listed(url, older), await listed(url, newer)];
  await restartWith(site, { JWT_SECRET_PREVIOUS: '' });
  const one = [await listed(url, older), await listed(url, newer)];
  return [
    finding('JWT_SECRET changed: a session from before, a new one', both.join(', '), both.join() === '200,200'),
    finding('… and without JWT_SECRET_PREVIOUS', one.join(', '), one.join() === '401,200'),
  ];
}

async function providersKey(site: Site): Promise<Finding[]> {
  const { settings, url } = site;
  const before = settings.OPS_API_KEY ?? '';
  const after = 'the-second-key-of-the-trial-'.repeat(2);
  await restartWith(site, { OPS_API_KEY: after });
  const asked = async (key: string) => (await operatorOf(clientOf(url), key)(listClients)).status;
  const seen = [await asked(before), await asked(after)];
  return [finding('OPS_API_KEY changed: the key from before, the new one', seen.join(', '), seen.join() === '401,200')];
}

/** Another login for the requests, then another password for the owner, in the words of the table. */
async function passwords(site: Site): Promise<Finding[]> {
  const { cluster, installation, settings, url } = site;
  const [grant = '', close = '', change = ''] = await statements();
  const [login, owner] = ['b'.repeat(24), 'c'.repeat(24)];
  const script = knownBy(cluster.major, inPlace(grant, { '…': login }));
  for (const statement of script.split(';').filter(Boolean)) await cluster.asked(statement);
  const { token } = await signUp(clientOf(url), installation.mail);
  const as = (setting: string | undefined, name: string, password: string) => {
    const address = new URL(setting ?? '');
    return Object.assign(address, { username: name, password }).href;
  };
  await restartWith(site, { DATABASE_URL: as(settings.DATABASE_URL, 'remito_b', login) });
  await cluster.asked(close);
  const moved = await listed(url, token);
  const refused = await ask(cluster.login, 'SELECT 1').then(
    () => 'let in',
    () => 'refused',
  );
  await cluster.asked(inPlace(change, { '…': owner }));
  await restartWith(site, { DATABASE_DIRECT_URL: as(settings.DATABASE_DIRECT_URL, 'remito_owner', owner) });
  const again = await listed(url, token);
  return [
    finding(
      'the login’s password changed by another login: a list, the login from before',
      `${moved}, ${refused}`,
      moved === 200 && refused === 'refused',
    ),
    finding('the owner’s password changed: a list', again, again === 200),
  ];
}

/** What the table tells PostgreSQL: the new login, the end of the old one, the owner's new password. */
async function statements(): Promise<string[]> {
  const row = (await sectionOf('docs/operations.md', 'Secrets'))
    .split('\n')
    .find((line) => line.includes('without a gap'));
  return [...(row ?? '').matchAll(/`((?:CREATE|ALTER) [^`]+)`/g)].map(([, text = '']) => text.trim());
}
