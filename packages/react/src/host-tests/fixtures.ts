import {
  EventType,
  events,
  newEvent,
  newTenant,
  type Session,
  type TenantChoice,
  TitleStatus,
  tenants,
  titles,
} from '@kinora/core'

/** The accounts that the platform's demo has, one of each role. */
export type TestAccount = 'admin' | 'provider' | 'tenant' | 'support'

/** A title of the demo's provider. */
export interface TitleFixture {
  account: 'provider'
  tag: string
  name: string
}
/** A class that takes place every Monday at 09:00. */
export interface EventFixture {
  account: 'tenant'
  eventId: string
  title: string
}
/** A tenant without titles, events and members; customer support acts for it by `session.chooseTenant(tenant)`. */
export interface TenantFixture {
  account: 'support'
  tenant: TenantChoice
}

/** What a test can ask for, by its name. */
export interface Fixtures {
  'published class': TitleFixture
  'failed title': TitleFixture
  'incomplete title': TitleFixture
  'title in work': TitleFixture
  'weekly class': EventFixture
  'empty tenant': TenantFixture
}
export type FixtureName = keyof Fixtures

type Enter = (account: TestAccount) => Promise<Pick<Session, 'send' | 'getSnapshot'>>

/** Each is what the platform answers: found in its demo, or made by the calls that people make. */
export const fixtures: { [N in FixtureName]: (enter: Enter) => Promise<Fixtures[N]> } = {
  'published class': enter => titleWith(enter, TitleStatus.Published),
  'failed title': enter => titleWith(enter, TitleStatus.Error),
  'incomplete title': enter => titleWith(enter, TitleStatus.Incomplete),
  'title in work': enter => titleWith(enter, TitleStatus.EncodingQueued),
  async 'weekly class'(enter) {
    const session = await enter('tenant')
    const state = session.getSnapshot()
    const tenantId = state.kind === 'loggedIn' ? state.user.tenants[0]!.tenantId : ''
    const title = named('Weekly class')
    // Three days ahead: no event may begin within four hours (EVENT-12), whatever day and hour the tests run at.
    const weekday = (new Date().getUTCDay() + 3) % 7
    const { eventId } = await session.send(events.create, {
      ...newEvent,
      ...{ tenantId, title, type: EventType.Scheduled, durationSecond: 1800 },
      schedule: { type: 1, weekdays: [weekday], daily_time: '09:00' },
    })
    return { account: 'tenant', eventId, title }
  },
  async 'empty tenant'(enter) {
    const session = await enter('support')
    const name = named('Empty tenant')
    const { tenantId } = await session.send(tenants.create, {
      ...newTenant,
      ...{ name, customerNumber: name, timeZoneInfo: { offsetName: 'Europe/Berlin' } },
      ...{ languageCodes: ['en-GB'], languageTag: 'en-GB', activatedProducts: ['Web'] },
    })
    return { account: 'support', tenant: { tenantId, name } }
  },
}

/** Another one with each call, so that tests don't meet in it. */
const named = (words: string): string => `${words} ${crypto.randomUUID().slice(0, 8)}`

async function titleWith(enter: Enter, status: TitleStatus): Promise<TitleFixture> {
  const session = await enter('provider')
  const { data } = await session.send(titles.search, { page: 1, take: 1, status: [status] })
  const [title] = data
  if (title === undefined) throw new Error(`The demo has no title of status ${status}.`)
  return { account: 'provider', tag: title.tag, name: title.className }
}
