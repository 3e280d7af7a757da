import { labels, storageKeys } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { memoryStore } from '../../src/adapters/storage.ts'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { findSerious } from '../../src/ui/testing.tsx'
import LabelsExample from './index.tsx'

beforeAll(async () => void (await platformUrl()))

describe('META-02 to META-08, API-41 example: labels', () => {
  test('adds a label, changes it beside somebody else, and deletes it', async () => {
    const host = await kinoraAs('tenant')
    const token = host.store.getItem(storageKeys.token) ?? undefined
    const stores = { store: memoryStore(), tabStore: memoryStore() }
    const screen = await render(
      <LabelsExample baseUrl={await platformUrl()} getToken={() => token} {...stores} />,
    )
    const english = screen.getByRole('textbox', { name: 'English (United Kingdom)' })
    const name = `Dawn ${crypto.randomUUID().slice(0, 8)}`
    await english.fill(name)
    await screen.getByRole('button', { name: 'Create label' }).click()
    await expect.element(screen.getByText('Item saved')).toBeVisible()
    await expect.element(screen.getByRole('link', { name })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])

    const tenantId = 'pulsehouse'
    const { data } = await host.session.send(labels.list, { tenantId, query: name })
    await host.session.send(labels.update, {
      ...{ tenantId, labelId: data[0]!.labelId },
      name: { 'en-GB': `${name} theirs` },
    })
    await english.fill(`${name} mine`)
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await screen.getByRole('button', { name: 'Keep yours: English (United Kingdom)' }).click()
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(screen.getByText('saved', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: `${name} mine` })).toBeVisible()

    await screen.getByRole('button', { name: 'Delete label' }).click()
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete label' }).click()
    await expect.element(screen.getByText('Item deleted')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: `${name} mine` })).not.toBeInTheDocument()
  })
})
