import { FirstSteps } from './first-steps.tsx'
import { Lately } from './lately.tsx'
import { NeedsYou } from './needs-you.tsx'
import { OnItsWay } from './on-its-way.tsx'
import { useHomeTitles } from './use-home-titles.ts'

/** What home tells of the work at hand; an account without titles gets its first steps instead. */
export default function HomeWork() {
  const isNew = useHomeTitles('all').data?.totalRecords === 0
  if (isNew) return <FirstSteps />
  return (
    <>
      <NeedsYou />
      <OnItsWay />
      <Lately />
    </>
  )
}
