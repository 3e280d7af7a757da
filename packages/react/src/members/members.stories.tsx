import { Failure, never, StoryKinora } from '../testing/stories.tsx'
import { memberAnswers, storyImport } from './fixtures.tsx'
import { MemberImportForm } from './import-form.tsx'
import { MemberImportList } from './import-list.tsx'
import { MemberImportView } from './import-view.tsx'
import { MemberList } from './member-list.tsx'
import { MemberView } from './member-view.tsx'

export default { title: 'Members' }

const list = (answers = memberAnswers()) => (
  <StoryKinora answers={answers}>
    <MemberList importsHref="#imports" />
  </StoryKinora>
)
const view = (part: Parameters<typeof storyImport>[0]) => (
  <StoryKinora answers={memberAnswers(storyImport(part))}>
    <MemberImportView fileId="f-1" listHref="#list" />
  </StoryKinora>
)
const member = (userId: string) => (
  <StoryKinora answers={memberAnswers()}>
    <MemberView userId={userId} listHref="#list" />
  </StoryKinora>
)
const nobody = { data: [], totalRecords: 0, totalPages: 0, page: 1 }

export const Full = { render: () => list() }
export const Loading = { render: () => list(memberAnswers(storyImport(), { list: never })) }
export const Empty = { render: () => list(memberAnswers(storyImport(), { list: () => nobody })) }
export const Failed = {
  render: () => list(memberAnswers(storyImport(), { list: () => new Failure(500) })),
}
export const OneMember = { render: () => member('u-5') }
export const OneThatIsOff = { render: () => member('u-3') }
export const Imports = {
  render: () => (
    <StoryKinora
      answers={memberAnswers(storyImport({ status: 'Processing', doneUsers: 60, failedUsers: 4 }))}
    >
      <MemberImportList addHref="#add" />
    </StoryKinora>
  ),
}
export const NewImport = {
  render: () => (
    <StoryKinora answers={memberAnswers()}>
      <MemberImportForm listHref="#list" />
    </StoryKinora>
  ),
}
export const ImportProcessing = {
  render: () => view({ status: 'Processing', doneUsers: 60, failedUsers: 4 }),
}
export const ImportStopping = { render: () => view({ status: 'Stop', isFinishing: true, doneUsers: 60 }) }
export const ImportCancelled = { render: () => view({ status: 'Cancelled', problem: 'The file is gone.' }) }
export const ImportComplete = { render: () => view({ status: 'Complete', doneUsers: 120 }) }
