import type { Webhook, WebhookDelivery } from '@kinora/core'
import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookList } from './webhooks.tsx'

export default { title: 'Webhooks/WebhookList' }

const webhook: Webhook = {
  webhookId: 'w1',
  tenantId: 'north',
  tenantName: 'North Fitness',
  url: 'https://search.northwind.test/kinora-events',
  description: 'Search index',
  eventTypes: ['title.published', 'title.unpublished'],
  isActive: true,
  switchedOff: null,
  failingSince: null,
  deliveredAt: '2026-11-20T09:00:00.000Z',
  formerSecretUntil: null,
  publicKey: 'whpk_3zLw4bqHqR6Zb2V4o2nB6sZ0m1i0aF1d0J0xJ7uL8kQ=',
  waiting: 3,
  version: 1,
}
const webhooks: Webhook[] = [
  webhook,
  {
    ...{
      ...webhook,
      webhookId: 'w2',
      url: 'https://old.northwind.test/hooks',
      description: '',
      eventTypes: [],
    },
    ...{ isActive: false, switchedOff: 'gone', failingSince: '2026-11-19T09:00:00.000Z', waiting: 0 },
  },
  {
    ...webhook,
    webhookId: 'w3',
    tenantId: null,
    tenantName: null,
    failingSince: '2026-11-20T08:00:00.000Z',
    publicKey: null,
  },
]
const delivery: WebhookDelivery = {
  eventId: 'evt_1042',
  type: 'title.published',
  happenedAt: '2026-11-20T09:00:00.000Z',
  state: 'delivered',
  tries: 2,
  dueAt: null,
  attempts: [
    {
      ...{ at: '2026-11-20T09:00:01.000Z', milliseconds: 15_000, status: null, answer: '' },
      problem: 'no answer in 15 s',
      request: { headers: { 'webhook-id': 'evt_1042' }, body: '{"id":"evt_1042"}' },
    },
    {
      ...{ at: '2026-11-20T09:00:06.000Z', milliseconds: 41, status: 204, answer: 'noted', problem: null },
      request: { headers: { 'webhook-id': 'evt_1042' }, body: '{"id":"evt_1042"}' },
    },
  ],
}
const deliveries: WebhookDelivery[] = [
  delivery,
  { ...delivery, eventId: 'evt_1040', state: 'waiting', tries: 0, attempts: [] },
  { ...delivery, eventId: 'evt_1039', state: 'failed' },
]
const paged = <Row,>(data: Row[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })
const show = (answers: StoryAnswers['webhooks'], content = <WebhookList />) => (
  <StoryKinora answers={{ webhooks: answers }}>{content}</StoryKinora>
)

export const Loading = { render: () => show({ list: never }) }
export const Empty = { render: () => show({ list: () => paged([]) }) }
export const Failed = { render: () => show({ list: () => new Failure(500) }) }
export const Full = { render: () => show({ list: () => paged(webhooks) }) }
export const One = {
  render: () =>
    show(
      { view: () => webhook, deliveries: () => paged(deliveries) },
      <WebhookForm id="w1" listHref="#webhooks" />,
    ),
}
