import { listClients } from '#shared/people/staff-clients.ts';
import { createHttpClient } from '#test/callers/http-client.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { logIn, signUp } from '#test/fixtures/sender-factory.ts';
import { ask, knownBy } from './cluster.ts';
import { docsSection, replaceInSnippet } from './docs-snippets.ts';
import { type Finding, finding } from './report.ts';
import { listStatus, type ServerInstallation } from './server-installation.ts';

/** Rotates each secret of an installation on a server, as in the table of docs/recovery.md. */
export async function rotateSecrets(site: ServerInstallation): Promise<Finding[]> {
  return [...(await sessionSecret(site)), ...(await providersKey(site)), ...(await passwords(site))];
}

/** Restarts both nodes with changed settings, which stay in effect. */
async function restartWith(
  { installation, settings, port, worker }: ServerInstallation,
  changes: Record<string, string>,
) {
  Object.assign(settings, changes);
  await Promise.all([installation.restart('web', port, settings), installation.restart('worker', worker, settings)]);
}

async function sessionSecret(site: ServerInstallation): Promise<Finding[]> {
  const { settings, installation, url } = site;
  const { username, password, token: older } = await signUp(createHttpClient(url), installation.mail);
  const previous = settings.JWT_SECRET ?? '';
  await restartWith(site, { JWT_SECRET: 'the second secret of the trial '.repeat(2), JWT_SECRET_PREVIOUS: previous });
  const newer = await logIn(createHttpClient(url), username, password);
  const both = [await listStatus(url, older), await listStatus(url, newer)];
  await restartWith(site, { JWT_SECRET_PREVIOUS: '' });
  const one = [await listStatus(url, older), await listStatus(url, newer)];
  return [
    finding('JWT_SECRET changed: an older session, a new one', both.join(', '), both.join() === '200,200'),
    finding('… without JWT_SECRET_PREVIOUS', one.join(', '), one.join() === '401,200'),
  ];
}

async function providersKey(site: ServerInstallation): Promise<Finding[]> {
  const { settings, url } = site;
  const before = settings.OPS_API_KEY ?? '';
  const after = 'the-second-key-of-the-trial-'.repeat(2);
  await restartWith(site, { OPS_API_KEY: after });
  const statusWith = async (key: string) => (await createStaffClient(createHttpClient(url), key)(listClients)).status;
  const seen = [await statusWith(before), await statusWith(after)];
  return [finding('OPS_API_KEY changed: the old key, the new one', seen.join(', '), seen.join() === '401,200')];
}

/** Changes the login of the requests, then the owner's password, with the statements of the table. */
async function passwords(site: ServerInstallation): Promise<Finding[]> {
  const { cluster, installation, settings, url } = site;
  const [grant = '', close = '', change = ''] = await statements();
  const [login, owner] = ['b'.repeat(24), 'c'.repeat(24)];
  const script = knownBy(cluster.major, replaceInSnippet(grant, { '…': login }));
  for (const statement of script.split(';').filter(Boolean)) await cluster.query(statement);
  const { token } = await signUp(createHttpClient(url), installation.mail);
  const as = (setting: string | undefined, name: string, password: string) => {
    const address = new URL(setting ?? '');
    return Object.assign(address, { username: name, password }).href;
  };
  await restartWith(site, { DATABASE_URL: as(settings.DATABASE_URL, 'remito_b', login) });
  await cluster.query(close);
  const moved = await listStatus(url, token);
  const refused = await ask(cluster.login, 'SELECT 1').then(
    () => 'let in',
    () => 'refused',
  );
  await cluster.query(replaceInSnippet(change, { '…': owner }));
  await restartWith(site, { DATABASE_DIRECT_URL: as(settings.DATABASE_DIRECT_URL, 'remito_owner', owner) });
  const again = await listStatus(url, token);
  return [
    finding(
      'login’s password changed by another login: a list, the old login',
      `${moved}, ${refused}`,
      moved === 200 && refused === 'refused',
    ),
    finding('owner’s password changed: a list', again, again === 200),
  ];
}

/** Returns the table's statements: the new login, the removal of the old one, the owner's new password. */
async function statements(): Promise<string[]> {
  const row = (await docsSection('docs/recovery.md', 'Rotate a secret'))
    .split('\n')
    .find((line) => line.includes('without a gap'));
  return [...(row ?? '').matchAll(/`((?:CREATE|ALTER) [^`]+)`/g)].map(([, text = '']) => text.trim());
}
