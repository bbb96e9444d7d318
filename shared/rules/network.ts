import * as z from 'zod/mini';

const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

/** Whether a text is an IP address or a network in CIDR notation: `200.5.12.0/24`, `2001:db8::/32`. */
export const isNetwork = (value: string): boolean => network.safeParse(value).success;
