import { beforeAll, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { memoryStore } from '../../src/adapters/storage.ts'
import { password, platformUrl } from '../../src/testing/platform.tsx'
import { findSerious } from '../../src/ui/testing.tsx'
import SignInExample from './index.tsx'

beforeAll(async () => void (await platformUrl()))

describe('AUTH-03 example: sign-in', () => {
  test('a person signs in and the product greets them', async () => {
    const screen = await render(<SignInExample baseUrl={await platformUrl()} store={memoryStore()} />)
    await screen.getByRole('textbox', { name: 'Email' }).fill('tenant@demo.kinora.test')
    await screen.getByLabelText('Password', { exact: true }).fill(password)
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Hello, Pulse House' })).toBeVisible()
  })
})
