import {
  checkPublish,
  createMessages,
  en,
  TitleStatus,
  toKinoraError,
  toProblemWords,
  toTitlePhrase,
} from '@kinora/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../../scripts/patience.ts'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { startTitleJobWorkers } from '../../src/title-jobs/run.ts'
import { addBatch, createBatchServer, rowsOf, settled } from '../batches/support.ts'
import type { TestServer } from '../harness.ts'
import { put, ready, refusal, type TestApi, viewTitle } from './support.ts'

/** Published to the tenant, and another provider’s. */
const FOREIGN = 'ironside-strength'
const OWN = 'pulse-house-originals'
const refused = '400 title.channelForeign'
const completed = { status: TitleStatus.Completed, imageLink: '/media/images/cover.jpg' }

let server: TestServer
let tenant: TestApi
let admin: TestApi
beforeAll(async () => {
  server = await createBatchServer()
  await startTitleJobWorkers(server.deps)
  tenant = server.api('tenant')
  admin = server.api('admin')
})
afterAll(() => server?.close())

const draft = { ...ready, providerId: null, channelId: OWN, imageLink: null }
const make = async (set: Partial<typeof draft> = {}) => (await tenant.titles.create({ ...draft, ...set })).tag
/** A row from before the rule. */
async function old(set: Parameters<typeof put>[2] = {}): Promise<string> {
  const tag = await make()
  await put(server, tag, { ...completed, channelId: FOREIGN, ...set })
  return tag
}
/** A label, a focus area and equipment of another tenant. */
async function oasisTaxonomies() {
  const oasis = server.api('support', { tenantId: 'oasiswellness' })
  const name = { 'ar-SA': 'Theirs', 'en-US': 'Theirs', 'he-IL': 'Theirs' }
  const given = { tenantId: 'oasiswellness', name, isActive: true }
  return {
    equipmentIds: [(await oasis.equipment.create(given)).equipmentId],
    focusAreaIds: [(await oasis['focus-areas'].create(given)).focusAreaId],
    labelIds: [(await oasis.labels.create(given)).labelId],
  }
}
const sitesOf = async (tag: string) => (await viewTitle(admin, tag)).tenants
async function ended(api: TestApi, { jobId }: { jobId: string }) {
  await until('the job has ended', async () => (await api['title-jobs'].view({ jobId })).status !== 'Running')
  const { data } = await api['title-jobs'].results({ jobId })
  return data.map(({ outcome, problem }) => [outcome, problem[0]?.code])
}

describe('C-136 F-2 a title’s channel is its provider’s', () => {
  test.each(['tenant', 'support', 'admin'] as const)('for %s, at creation and by an edit', async account => {
    const api = server.api(account, account === 'support' ? { tenantId: 'pulsehouse' } : {})
    const providerId = account === 'admin' ? 'tenant-pulsehouse' : null
    expect(await refusal(api.titles.create({ ...draft, providerId, channelId: FOREIGN }))).toBe(refused)
    const tag = await make()
    expect(await refusal(api.titles.update({ tag, channelId: FOREIGN }))).toBe(refused)
    expect(await refusal(api.titles.update({ tag, channelId: ` ${FOREIGN} ` }))).toMatch(/^400/)
    expect((await viewTitle(tenant, tag)).channelId).toBe(OWN)
  })

  test('nor does a title keep its channel where it is given to another provider', async () => {
    const tag = await make()
    expect(await refusal(admin.titles.update({ tag, providerId: 'ironside' }))).toBe(refused)
    const { providerId, channelId } = await admin.titles.update({
      tag,
      providerId: 'ironside',
      channelId: FOREIGN,
    })
    expect([providerId, channelId]).toEqual(['ironside', FOREIGN])
  })

  test('in a bulk edit, shown before and done', async () => {
    const edit = { act: 'edit' as const, edit: { channelId: FOREIGN }, tags: [await make()] }
    expect((await tenant['title-jobs'].preview(edit)).data).toMatchObject([
      { outcome: 'refused', problem: [{ code: 'title.channelForeign' }] },
    ])
    expect(await ended(tenant, await tenant['title-jobs'].create(edit))).toEqual([
      ['refused', 'title.channelForeign'],
    ])
  })

  test('TITLE-34 a bulk edit that gives an old row its own channel is shown to publish it, and does', async () => {
    const [kept, mended] = [await old({ isAutoPublish: true }), await old({ isAutoPublish: true })]
    const other = { act: 'edit' as const, edit: { instructor: 'Mia' }, tags: [kept] }
    const own = { act: 'edit' as const, edit: { channelId: OWN }, tags: [mended] }
    expect((await tenant['title-jobs'].preview(other)).data).toMatchObject([{ publishes: false }])
    expect((await tenant['title-jobs'].preview(own)).data).toMatchObject([{ publishes: true }])
    await ended(tenant, await tenant['title-jobs'].create(own))
    expect((await viewTitle(tenant, mended)).status).toBe(TitleStatus.Published)
  })

  test('in the rows of a batch', async () => {
    const id = await addBatch(tenant, [
      { externalId: 'own', title: 'Own', channel: 'Pulse House Originals' },
      { externalId: 'by-name', title: 'By name', channel: 'Ironside Strength' },
      { externalId: 'by-tag', title: 'By tag', channel: FOREIGN },
    ])
    await tenant.batches.process({ id })
    await settled(tenant, id)
    const rows = await rowsOf(tenant, id)
    expect(rows.map(({ externalId, state }) => [externalId, state])).toEqual([
      ['own', 'saved'],
      ['by-name', 'refused'],
      ['by-tag', 'refused'],
    ])
    expect(JSON.stringify(rows)).toContain('belongs to another provider')
  })

  test('in an older version, and in an edit that is taken back', async () => {
    const tag = await old()
    const { jobId } = await tenant['title-jobs'].create({
      act: 'edit',
      edit: { channelId: OWN },
      tags: [tag],
    })
    expect(await ended(tenant, { jobId })).toEqual([['done', undefined]])
    const { data } = await tenant['title-history'].list({ tag })
    expect(await refusal(tenant['title-history'].restore({ tag, entryId: data[0]!.entryId }))).toBe(refused)
    expect(await ended(tenant, await tenant['title-jobs'].undo({ jobId }))).toEqual([
      ['refused', 'title.channelForeign'],
    ])
    expect((await viewTitle(tenant, tag)).channelId).toBe(OWN)
  })
})

describe('C-136 a row from before the rule', () => {
  test('stays as it is, can be edited and not be published, by nobody and on no way', async () => {
    const tag = await old()
    expect((await tenant.titles.update({ tag, className: 'Renamed' })).channelId).toBe(FOREIGN)
    for (const api of [tenant, admin]) expect(await refusal(api.titles.publish({ tag }))).toBe(refused)
    const publish = { act: 'publish' as const, tags: [tag] }
    expect((await tenant['title-jobs'].preview(publish)).data).toMatchObject([
      { outcome: 'refused', problem: [{ code: 'title.channelForeign' }] },
    ])
    expect(await ended(tenant, await tenant['title-jobs'].create(publish))).toEqual([
      ['refused', 'title.channelForeign'],
    ])
    expect((await tenant.titles.update({ tag, IsAutoPublish: true })).status).toBe(TitleStatus.Completed)
    expect(await sitesOf(tag)).toEqual([])
    await tenant.titles.update({ tag, IsAutoPublish: false, channelId: OWN })
    expect((await tenant.titles.publish({ tag })).tenants).toEqual(['pulsehouse'])
  })

  test('once taken off the sites it doesn’t come back by undo or by restoring it', async () => {
    const live = { status: TitleStatus.Published, tenants: ['nordicmove', 'pulsehouse'] }
    const tag = await old(live)
    const { jobId } = await tenant['title-jobs'].create({ act: 'unpublish', tags: [tag] })
    expect(await ended(tenant, { jobId })).toEqual([['done', undefined]])
    expect(await ended(tenant, await tenant['title-jobs'].undo({ jobId }))).toEqual([
      ['refused', 'title.channelForeign'],
    ])
    const other = await old(live)
    const gone = await tenant['title-jobs'].create({ act: 'delete', tags: [other] })
    await ended(tenant, gone)
    await ended(tenant, await tenant['title-jobs'].undo(gone))
    expect([await sitesOf(tag), await sitesOf(other)]).toEqual([[], []])
  })

  test.each([
    ['its channel', {}],
    ['its category', { channelId: OWN, classCategoryId: 'oasis-calm', classSubCategoryId: null }],
  ])('doesn’t arrive at a tenant that the channel is published to, for %s', async (_, named) => {
    const tag = await old({ status: TitleStatus.Published, tenants: [], ...named })
    const channel = (await viewTitle(tenant, tag)).channelId!
    const { job } = await admin.publishing.setChannel({
      tag: channel,
      tenantIdsToUnPublish: ['oasiswellness'],
    })
    expect(job.status).toBe('Done')
    await admin.publishing.setChannel({ tag: channel, tenantIdsToPublish: ['oasiswellness'] })
    expect(await sitesOf(tag)).toEqual([])
  })

  test('names of another tenant’s category, label or equipment are no better: list, preview, job and refusal say the same', async () => {
    const theirs = await oasisTaxonomies()
    const category = { classCategoryId: 'oasis-calm', classSubCategoryId: 'oasis-calm-night' }
    const fields = ['classCategoryId', 'classSubCategoryId', ...Object.keys(theirs)]
    const tag = await old({ channelId: OWN, ...category, ...theirs })
    const title = await viewTitle(tenant, tag)
    expect(title.foreignNames.map(({ field }) => field)).toEqual(fields)
    expect(toTitlePhrase(title)).toEqual({ key: 'phrase.readyChange', params: { count: fields.length } })
    const before = checkPublish(title, title)
    expect(before.map(({ path, code }) => `${path} ${code}`)).toEqual(
      fields.map(field => `${field} title.referenceForeign`),
    )
    const error = await tenant.titles.publish({ tag }).catch(toKinoraError)
    expect(error).toMatchObject({ status: 400, issues: before })
    const publish = { act: 'publish' as const, tags: [tag] }
    const { data } = await tenant['title-jobs'].preview(publish)
    expect(data).toMatchObject([{ outcome: 'refused', problem: before }])
    const { issue } = createMessages(en)
    expect(toProblemWords(data[0]!.problem, issue)).toBe(before.map(issue).join(' '))
    expect(await ended(tenant, await tenant['title-jobs'].create(publish))).toEqual([
      ['refused', 'title.referenceForeign'],
    ])
    expect((await tenant.titles.update({ tag, IsAutoPublish: true })).status).toBe(TitleStatus.Completed)
    const edit = { act: 'edit' as const, edit: { classCategoryId: 'strength', skill: 4 }, tags: [tag] }
    expect((await tenant['title-jobs'].preview(edit)).data).toMatchObject([{ publishes: false }])

    const { classCategoryId, classSubCategoryId, equipmentIds, focusAreaIds, labelIds } = draft
    const mended = { classCategoryId, classSubCategoryId, equipmentIds, focusAreaIds, labelIds }
    expect(await tenant.titles.update({ tag, ...mended })).toMatchObject({
      ...{ status: TitleStatus.Published, foreignNames: [] },
    })
  })

  test('what is missing and what is named of others are told at once', async () => {
    const tag = await old({ classCategoryId: 'oasis-calm', classSubCategoryId: null, skill: null })
    const { issues } = toKinoraError(await tenant.titles.publish({ tag }).catch(toKinoraError))
    expect(issues.map(({ code }) => code)).toEqual([
      ...['title.publishNotReady', 'required.skill', 'title.referenceForeign', 'title.channelForeign'],
    ])
    expect(createMessages(en).issue(issues[0]!)).toBe(
      'The title isn’t ready to publish: Required Skill Level.',
    )
  })

  test('is told to administrators, by noun and field', async () => {
    const tag = await old()
    const { references } = await admin.storage.references({})
    const found = references.find(({ noun, field }) => noun === 'titles' && field === 'channelId')!
    const [row] = await server.deps.db
      .select({ count: sql<number>`count(*)::int` })
      .from(titlesTable)
      .where(sql`channel_id = ${FOREIGN} AND provider_id = 'tenant-pulsehouse' AND NOT is_delete`)
    expect(found.count).toBe(row!.count)
    await tenant.titles.update({ tag, channelId: OWN })
    const after = (await admin.storage.references({})).references
    expect(after.find(({ field }) => field === 'channelId')?.count ?? 0).toBe(found.count - 1)
  })
})

describe('C-136 whoever owns a channel', () => {
  test('sees what is in it, other providers’ first, and takes it off all sites', async () => {
    const provider = server.api('provider')
    const tag = await old({ status: TitleStatus.Published, tenants: ['nordicmove', 'pulsehouse'] })
    const { data } = await provider.channels.titles({ tag: FOREIGN })
    expect(data[0]).toMatchObject({ isForeign: true, provider: 'Pulse House' })
    const foreign = await provider.channels.titles({ tag: FOREIGN, foreign: true, take: 500 })
    expect(foreign.data.find(row => row.tag === tag)).toMatchObject({ sites: 2 })
    expect(await refusal(provider.channels.removeTitles({ tag: FOREIGN, titleTags: [tag, 'nowhere'] }))).toBe(
      '400 channel.titleNotIn',
    )
    await provider.channels.removeTitles({ tag: FOREIGN, titleTags: [tag] })
    expect(await viewTitle(tenant, tag)).toMatchObject({
      ...{ status: TitleStatus.Unpublished, channelId: null, tenants: [] },
    })
    const [entry] = (await tenant['title-history'].list({ tag })).data
    expect(entry).toMatchObject({ verb: 'removeFromChannel' })
  })

  test('alone does: who only sees it may not, and to others it isn’t there', async () => {
    const provider = server.api('provider')
    const acts = (api: TestApi, tag: string) => [
      () => api.channels.titles({ tag }),
      () => api.channels.removeTitles({ tag, titleTags: ['x'] }),
    ]
    for (const act of acts(tenant, FOREIGN)) expect(await refusal(act())).toMatch(/^403/)
    for (const act of acts(provider, OWN)) expect(await refusal(act())).toMatch(/^404/)
    expect((await tenant.channels.titles({ tag: OWN })).data.every(row => !row.isForeign)).toBe(true)
  })
})
