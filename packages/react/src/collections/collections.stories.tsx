import { ClassChooser } from '../class-chooser/class-chooser.tsx'
import { collectionClasses } from '../class-chooser/class-source.ts'
import { Failure, never, StoryKinora } from '../testing/stories.tsx'
import { CollectionForm, CollectionList } from './collections.tsx'
import { collectionAnswers } from './fixtures.tsx'

export default { title: 'Collections' }

const nothing = { totalRecords: 0, totalPages: 0, page: 1, data: [] }
const rowHref = (tag: string) => `#${tag}`
const list = (answers = collectionAnswers()) => (
  <StoryKinora answers={answers}>
    <CollectionList addHref="#add" rowHref={rowHref} />
  </StoryKinora>
)
const form = (id?: string, answers = collectionAnswers()) => (
  <StoryKinora answers={answers}>
    <CollectionForm id={id} listHref="#list" />
  </StoryKinora>
)
const chooser = (answers = collectionAnswers(), single = false) => (
  <StoryKinora answers={answers}>
    <ClassChooser
      open
      onClose={() => undefined}
      tenantId="north"
      source={collectionClasses}
      single={single}
      taken={new Set(['flow'])}
      onChoose={async () => true}
    />
  </StoryKinora>
)

export const ListLoading = { render: () => list(collectionAnswers({ list: never })) }
export const ListEmpty = { render: () => list(collectionAnswers({ list: () => nothing })) }
export const ListFailed = { render: () => list(collectionAnswers({ list: () => new Failure(403) })) }
export const ListFull = { render: () => list() }
export const FormNew = { render: () => form() }
export const FormFeatured = { render: () => form('c-1') }
export const FormRanEmpty = { render: () => form('c-3') }
export const FormMissing = { render: () => form('gone') }
export const ChooserFull = { render: () => chooser() }
export const ChooserSingle = { render: () => chooser(collectionAnswers(), true) }
export const ChooserLoading = { render: () => chooser(collectionAnswers({ classes: never })) }
export const ChooserEmpty = { render: () => chooser(collectionAnswers({ classes: () => nothing })) }
export const ChooserFailed = {
  render: () => chooser(collectionAnswers({ classes: () => new Failure(403) })),
}
