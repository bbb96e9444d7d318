import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { done } from './processes.ts';

/** Files of a certificate. */
export interface Certificate {
  certificate: string;
  key: string;
}

/** Creates a certificate for `localhost`, which this process trusts from now on. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  await done('openssl', [...words, ...names, '-out', certificate, '-keyout', key], { cwd: folder });
  // The proxy's own user reads the files.
  for (const file of [folder, certificate, key]) await chmod(file, 0o755);
  setDefaultCACertificates([...getCACertificates(), await readFile(certificate, 'utf8')]);
  return { certificate, key };
}
