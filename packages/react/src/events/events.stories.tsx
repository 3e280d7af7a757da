import { StoryKinora } from '../testing/stories.tsx'
import { EventForm } from './event-form.tsx'
import { eventAnswers } from './fixtures.tsx'
import { Schedule } from './schedule.tsx'

export default { title: 'Events/Schedule' }

const at = (params: string, answers = eventAnswers()) => {
  const search = new URLSearchParams(params)
  return (
    <StoryKinora answers={answers}>
      <Schedule
        location={{ read: () => search, write: () => undefined }}
        rowHref={id => `#${id}`}
        addHref="#add"
      />
    </StoryKinora>
  )
}
const form = (id?: string) => (
  <StoryKinora answers={eventAnswers()}>
    <EventForm id={id} listHref="#list" />
  </StoryKinora>
)

export const List = { render: () => at('') }
export const Week = { render: () => at('view=calendar&date=2030-11-25') }
export const Day = { render: () => at('view=calendar&span=day&date=2030-11-26') }
export const Agenda = { render: () => at('view=calendar&span=agenda&date=2030-11-25') }
export const New = { render: () => form() }
export const Simulated = { render: () => form('strength') }
export const Live = { render: () => form('live') }
