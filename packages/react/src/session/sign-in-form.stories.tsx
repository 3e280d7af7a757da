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
  async function play({ canvas, canvasElement, userEvent }) {
    // By their types, which are the same in every language.
    const find = (type: string) => canvasElement.querySelector(`[type="${type}"]`)!
    await canvas.findByRole('heading')
    await userEvent.type(find('email'), email)
    if (password) await userEvent.type(find('password'), password)
    if (submit) await userEvent.click(find('submit'))
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
