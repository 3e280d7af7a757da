import { StoryKinora } from '../testing/stories.tsx'
import { Field } from '../ui/form/field.tsx'
import { FieldColumns } from '../ui/form/split-form.tsx'
import { DatePicker } from './date-picker.tsx'

export default { title: 'Parts/Dates' }

export const Dates = {
  render: () => (
    <StoryKinora>
      <FieldColumns style={{ maxInlineSize: 520 }}>
        <Field label="Release date">
          <DatePicker value="2026-11-20" onChange={() => undefined} />
        </Field>
        <Field label="Available until" error="Must be after the release date">
          <DatePicker precision="minute" value="2026-11-19T09:30" onChange={() => undefined} />
        </Field>
      </FieldColumns>
    </StoryKinora>
  ),
}
