import { labels, tenants, titles } from '@kinora/core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Kinora } from '../kernel/kinora.ts'
import { actingTenant } from '../kernel/provider.tsx'
import { kinoraAs, platformUrl, renderWith } from '../testing/platform.tsx'
import { findSerious } from '../ui/testing.tsx'
import { TaxonomyForm } from './taxonomy-form.tsx'

let mine: Kinora
let theirs: Kinora
let tenantId: string
/** The tenant's default language. */
let languageTag: string
beforeAll(async () => {
  await platformUrl()
  mine = await kinoraAs('tenant')
  theirs = await kinoraAs('support')
  const tenant = actingTenant(mine.session.getSnapshot())!
  theirs.session.chooseTenant(tenant)
  tenantId = tenant.tenantId
  const { data } = await mine.session.send(tenants.config, { tenantId })
  languageTag = data[0]!.tenant.languageTag
})

/** The name in the default language. */
const name = () => page.getByRole('textbox').first()
const panel = () => page.getByRole('region', { name: 'Someone else has changed this' })
const saveByKey = () => userEvent.keyboard('{Control>}s{/Control}')
const write = async (words: string): Promise<void> => {
  name().element().focus()
  await userEvent.keyboard(`{Control>}a{/Control}${words}`)
}
const create = async (words: string): Promise<string> =>
  (await mine.session.send(labels.create, { tenantId, name: { [languageTag]: words }, isActive: true }))
    .labelId
const stored = async (labelId: string) =>
  (await theirs.session.send(labels.list, { tenantId, take: -1 })).data.find(
    label => label.labelId === labelId,
  )

async function open(id: string, onDeleted?: () => void) {
  mine.queries.clear()
  const screen = await renderWith(mine, <TaxonomyForm kind="label" id={id} onDeleted={onDeleted} />)
  await expect.element(name()).toHaveAttribute('lang', languageTag)
  return screen
}

describe('META-08 two editors of one label', () => {
  test('in different fields: both are stored', async () => {
    const id = await create('Apart')
    await open(id)
    await theirs.session.send(labels.update, { tenantId, labelId: id, isActive: false, version: 1 })
    await write('Apart together')
    await saveByKey()
    await expect.element(page.getByText('saved', { exact: true })).toBeVisible()
    expect(await stored(id)).toMatchObject({
      ...{ name: { [languageTag]: 'Apart together' }, isActive: false, version: 3 },
    })
    await expect.element(panel()).not.toBeInTheDocument()
  })

  test('in the same field: both are shown, one is chosen by key, then save works', async () => {
    const id = await create('Contested')
    const screen = await open(id)
    await write('Mine')
    const changes = { name: { [languageTag]: 'Theirs' }, isActive: false }
    await theirs.session.send(labels.update, { tenantId, labelId: id, ...changes, version: 1 })
    await saveByKey()
    await expect.element(panel()).toHaveFocus()
    for (const words of ['Mine', 'Theirs', /^Saved by /])
      await expect.element(panel().getByText(words, { exact: true })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await userEvent.keyboard('{Tab}')
    await userEvent.keyboard('{Enter}')
    await expect.element(panel()).not.toBeInTheDocument()
    await expect.element(name()).toHaveValue('Mine')
    await saveByKey()
    await expect.element(page.getByText('saved', { exact: true })).toBeVisible()
    expect(await stored(id)).toMatchObject({ name: { [languageTag]: 'Mine' }, isActive: false, version: 3 })
  })
})

describe('28.5, decision 0125 the history of a label', () => {
  test('says who changed what, and restores one field or all as before', async () => {
    const id = await create('Dawn')
    const of = { tenantId, labelId: id }
    await theirs.session.send(labels.update, { ...of, name: { [languageTag]: 'Dusk' }, isActive: false })
    await theirs.session.send(labels.update, { ...of, name: { [languageTag]: 'Night' } })
    await open(id)
    const history = page.getByRole('dialog', { name: 'History of Night' })
    const openHistory = () => page.getByRole('button', { name: 'History', exact: true }).click()
    await openHistory()
    const [newest, older] = [history.getByRole('listitem').nth(0), history.getByRole('listitem').nth(1)]
    await expect.element(newest).toMatchTextContent(/Edited.*BeforeDuskAfterNight/)
    await expect.element(older).toMatchTextContent(/State.*BeforeActiveAfterInactive/)
    expect(await findSerious(document.querySelector('.kn-history-panel')!)).toEqual([])
    await older.getByRole('button', { name: /^Restore State as it was/ }).click()
    await expect.element(page.getByText('saved', { exact: true })).toBeVisible()
    expect(await stored(id)).toMatchObject({ name: { [languageTag]: 'Night' }, isActive: true, version: 4 })
    await openHistory()
    await history.getByRole('button', { name: /^Restore all as before/ }).click()
    await expect.element(name()).toHaveValue('Dawn')
    await expect.poll(async () => (await stored(id))?.version).toBe(5)
    expect(await stored(id)).toMatchObject({ name: { [languageTag]: 'Dawn' }, isActive: true })
  })

  test('restores nothing while there are unsaved changes', async () => {
    const id = await create('Kept')
    await theirs.session.send(labels.update, { tenantId, labelId: id, isActive: false })
    await open(id)
    await write('Being written')
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const restore = page.getByRole('button', { name: /^Restore State as it was/ })
    await expect.element(restore).toHaveAttribute('aria-disabled', 'true')
    await expect.element(page.getByText(/^Save or undo your changes/)).toBeVisible()
  })

  test('of a label of the platform is the platform’s', async () => {
    await renderWith(mine, <TaxonomyForm kind="label" id="label-beginner" />)
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await expect.element(page.getByText('Nothing recorded yet.')).toBeVisible()
  })
})

test('API-41 a label that titles use is deleted after saying how many, and off them', async () => {
  const id = await create('Used twice')
  const tags: string[] = []
  for (const className of ['One', 'Two'])
    tags.push((await mine.session.send(titles.create, { className, labelIds: [id] })).tag)
  const onDeleted = vi.fn()
  const screen = await open(id, onDeleted)
  await screen.getByRole('button', { name: 'Delete label' }).click()
  await expect.element(screen.getByText('Removes it from 2 titles')).toBeVisible()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete label' }).click()
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1)
  expect(await stored(id)).toBeUndefined()
  const { data } = await mine.session.send(titles.find, { titleTags: tags })
  expect(data.map(({ labelIds }) => labelIds)).toEqual([[], []])
})
