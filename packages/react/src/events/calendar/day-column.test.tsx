import { expect, test } from 'vitest'
import { StoryKinora } from '../../testing/stories.tsx'
import { renderInRoot } from '../../ui/testing.tsx'
import { DayColumn } from './day-column.tsx'

test('28.4 what has no room in a day is counted with the day and the time, which its place alone doesn’t tell everybody', async () => {
  const screen = await renderInRoot(
    <StoryKinora answers={{}}>
      <DayColumn
        of={{ day: 0, placed: [], hidden: [{ from: 540, to: 600, count: 3 }] }}
        name="Mon 25 Nov"
        time={time => time}
        range={{ from: 0, to: 1440 }}
        {...{ scale: 1, column: 0, now: undefined, current: undefined }}
        {...{ onPick: () => {}, onDraw: () => {}, onPress: () => {}, onMore: () => {} }}
      />
    </StoryKinora>,
  )
  await expect
    .element(screen.getByRole('button', { name: '3 more, Mon 25 Nov 09:00', exact: true }))
    .toHaveTextContent('3 more')
})
