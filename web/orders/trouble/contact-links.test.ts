import { expect, test } from 'vitest';
import { contactLinks, contactMessage } from './contact-links.ts';

const message = {
  firstName: 'Ana',
  senderName: 'Tienda Ñandú',
  orderId: 'WEB-10',
  state: 'No Entregado',
  trackingUrl: 'https://portal.example/seguimiento/7K3MQ9XW2RT-1',
};

test('the message names sender, order, what happened and the tracking page', () => {
  expect(contactMessage(message)).toBe(
    'Hola Ana, te escribimos de Tienda Ñandú. Tu pedido WEB-10 no se pudo entregar. ¿Nos decís qué día y en qué horario podemos pasar? Podés seguirlo acá: https://portal.example/seguimiento/7K3MQ9XW2RT-1',
  );
  expect(contactMessage({ ...message, firstName: '', senderName: '', state: 'Algo nuevo' })).toBe(
    'Hola. Tu pedido WEB-10 tuvo un inconveniente. Podés seguirlo acá: https://portal.example/seguimiento/7K3MQ9XW2RT-1',
  );
});

test('the links have the phone of a mobile, and the text encoded', () => {
  const { call, whatsApp } = contactLinks({ ...message, phone: '011 15 5873-2046' });
  expect(call).toBe('tel:+5491158732046');
  const link = new URL(whatsApp ?? '');
  expect([link.origin, link.pathname, link.searchParams.get('text')]).toEqual([
    'https://wa.me',
    '/5491158732046',
    contactMessage(message),
  ]);
});

test('a phone that is no mobile can only be called, and a text not at all', () => {
  expect(contactLinks({ ...message, phone: '4321567' })).toEqual({ call: 'tel:4321567', whatsApp: null });
  expect(contactLinks({ ...message, phone: '' })).toEqual({ call: null, whatsApp: null });
});
