import { titles, type Webhook, webhooks } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { kinoraAs, platformUrl, renderWith } from '../testing/platform.tsx'
import { findSerious } from '../ui/testing.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookList } from './webhooks.tsx'

beforeAll(async () => void (await platformUrl()))

describe('HOOK-02 HOOK-04 webhooks in the portal', () => {
  test('one is added with a choice of events, and its secret is shown once', async () => {
    const kinora = await kinoraAs('tenant')
    const screen = await renderWith(kinora, <WebhookList />)
    await expect.element(screen.getByText('Search index')).toBeVisible()
    await screen.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Endpoint URL' }).fill('http://10.0.0.8/hooks')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await expect.element(dialog.getByText(/leads into a network that is not public/)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Endpoint URL' }).fill('https://hooks.example/added')
    await dialog.getByRole('combobox', { name: 'Events' }).click()
    await screen.getByRole('option', { name: 'title.published', exact: true }).click()
    await screen.getByRole('option', { name: 'title.failed', exact: true }).click()
    await userEvent.keyboard('{Escape}')
    expect(await findSerious(screen.container)).toEqual([])
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await expect.element(dialog.getByText(/You won’t be able to see it again/)).toBeVisible()
    const secret = (dialog.getByRole('textbox', { name: 'Secret' }).element() as HTMLInputElement).value
    expect(secret).toMatch(/^whsec_/)
    await dialog.getByRole('button', { name: 'I have copied the secret' }).click()
    await expect.element(screen.getByText('https://hooks.example/added')).toBeVisible()
    expect(document.body.textContent).not.toContain(secret)
    const { data } = await kinora.session.send(webhooks.list, { query: 'added' })
    expect(data).toMatchObject([{ eventTypes: ['title.published', 'title.failed'], isActive: true }])
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('is edited, tried, gets a new secret, shows its deliveries, sends them again, and is deleted', async () => {
    const kinora = await kinoraAs('tenant')
    const { send } = kinora.session
    const draft = { url: 'https://hooks.example/one', description: '', isActive: true }
    // What other files do meanwhile is none of it.
    const made = await send(webhooks.create, { ...draft, eventTypes: ['title.created'] })
    const { webhookId } = made
    await send(titles.create, { className: 'Told to the webhook' })
    const gone = { isGone: false }
    const screen = await renderWith(
      kinora,
      <WebhookForm
        id={webhookId}
        onDeleted={() => {
          gone.isGone = true
        }}
      />,
    )
    await expect.element(screen.getByText(draft.url)).toBeVisible()
    const read = (): Promise<Webhook> => send(webhooks.view, { webhookId })

    await screen.getByRole('textbox', { name: 'Description' }).fill('Search index of ours')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await read()).description).toBe('Search index of ours')

    await screen.getByRole('button', { name: 'Send a test' }).click()
    await expect.element(screen.getByText(/The test was not taken/)).toBeVisible()

    const shownKey = () =>
      (screen.getByRole('textbox', { name: 'Public key' }).element() as HTMLInputElement).value
    expect(shownKey()).toBe(made.publicKey)
    await screen.getByRole('button', { name: 'Rotate secret' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'I have copied the secret' }).click()
    await expect.element(screen.getByText(/The secret and key before sign as well until/)).toBeVisible()
    await expect.poll(shownKey).not.toBe(made.publicKey)

    const details = screen.getByRole('button', { name: /^Details of evt_/ }).first()
    await expect.element(details).toBeVisible()
    await details.click()
    await expect.element(screen.getByRole('dialog').getByText('What was sent').first()).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await screen
      .getByRole('button', { name: /^Send again: evt_/ })
      .first()
      .click()
    await expect.element(screen.getByText('1 event is sent again').first()).toBeVisible()

    await screen.getByRole('button', { name: 'Delete webhook' }).click()
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click()
    await expect.poll(() => gone.isGone).toBe(true)
  })

  test('HOOK-05 a list is told of what happens while it is shown', async () => {
    const [kinora, other] = [await kinoraAs('tenant'), await kinoraAs('tenant')]
    const told: string[] = []
    const stop = kinora.events.listen(['title'], () => told.push('title'))
    await expect.poll(() => kinora.events.getSnapshot()).toBe(true)
    await other.session.send(titles.create, { className: 'Made elsewhere' })
    await expect.poll(() => told.length).toBeGreaterThan(0)
    stop()
    await expect.poll(() => kinora.events.getSnapshot()).toBe(false)
  })
})
