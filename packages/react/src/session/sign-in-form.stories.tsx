import type { StoryObj } from '@storybook/react-vite'
import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { SignInForm } from './sign-in-form.tsx'

export default { title: 'Session/SignInForm' }

const form = (answers: StoryAnswers = {}) => (
  <StoryKinora signedOut answers={answers}>
    <SignInForm />
  </StoryKinora>
)
const type = (email: string, password: string, submit = false): StoryObj['play'] =>
  async function play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('Email'), email)
    if (password) await userEvent.type(await canvas.findByLabelText('Password'), password)
    if (submit) await userEvent.click(await canvas.findByRole('button', { name: 'Log in' }))
  }

export const Empty: StoryObj = { render: () => form() }
export const Partial: StoryObj = { render: () => form(), play: type('mia@northwind', '') }
export const Full: StoryObj = { render: () => form(), play: type('mia@northwind.test', 'secret') }
export const Loading: StoryObj = {
  render: () => form({ session: { login: never } }),
  play: type('mia@northwind.test', 'secret', true),
}
export const Refused: StoryObj = {
  render: () => form({ session: { login: () => new Failure(401) } }),
  play: type('mia@northwind.test', 'wrong', true),
}
