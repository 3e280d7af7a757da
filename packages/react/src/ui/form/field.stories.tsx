import { useState } from 'react'
import {
  Checkbox,
  Field,
  FieldColumns,
  RadioGroup,
  ScaleInput,
  SearchInput,
  Switch,
  TextArea,
  TextInput,
} from '../index.ts'

export default { title: 'Kit/Fields' }

const column = { display: 'grid', gap: 20, maxInlineSize: 520 } as const

function Texts() {
  const [title, setTitle] = useState('Morning Flow for Runners and Everyone Who Sits Too Much All Day Long')
  return (
    <div style={column}>
      <Field
        label="Title"
        required
        help="As members see it."
        counter={{ length: title.length, max: 80, text: `${80 - title.length} left` }}
      >
        <TextInput value={title} onChange={event => setTitle(event.target.value)} />
      </Field>
      <Field label="Tag" error="Please add atleast 4 alphanumeric character">
        <TextInput defaultValue="mf" />
      </Field>
      <Field label="Description" note="Optional">
        <TextArea placeholder="What happens in this class?" />
      </Field>
      <FieldColumns>
        <Field label="Website">
          <TextInput type="url" prefix="https://" defaultValue="kinora.test" />
        </Field>
        <Field label="Tenant" help="Set by your administrator.">
          <TextInput disabled defaultValue="Northwind Fitness" />
        </Field>
      </FieldColumns>
    </div>
  )
}

export const TextFields = { render: () => <Texts /> }

function Searching() {
  const [search, setSearch] = useState('yoga')
  return <SearchInput label="Search titles" clearLabel="Clear search" value={search} onChange={setSearch} />
}

export const Search = { render: () => <Searching /> }

const words = [
  '',
  'Very light',
  'Light',
  'Light',
  'Moderate',
  'Moderate',
  'Moderate',
  'Hard',
  'Hard',
  'Very hard',
  'All out',
]

function Scales() {
  const [intensity, setIntensity] = useState<number | null>(6)
  const [skill, setSkill] = useState<number | null>(null)
  return (
    <div style={column}>
      <Field label="Intensity" group required>
        <ScaleInput
          value={intensity}
          onChange={setIntensity}
          lowLabel="Light"
          highLabel="All out"
          describe={value => words[value] ?? ''}
        />
      </Field>
      <Field label="Skill" group error="Required Skill level">
        <ScaleInput value={skill} onChange={setSkill} lowLabel="Beginner" highLabel="Expert" />
      </Field>
    </div>
  )
}

export const Scale = { render: () => <Scales /> }

function Choosing() {
  const [audience, setAudience] = useState<'all' | 'club'>('all')
  return (
    <div style={column}>
      <Checkbox label="Normalise loudness" help="Recommended for speech over music." defaultChecked />
      <Checkbox label="Some of them" indeterminate />
      <Checkbox label="Not available" disabled />
      <Switch label="Show on mobile" help="Members see it in the app at once." defaultChecked />
      <Switch label="Featured" />
      <Field label="Audience" group>
        <RadioGroup
          value={audience}
          onChange={setAudience}
          options={[
            { value: 'all', label: 'Everyone', help: 'At home and in the club.' },
            { value: 'club', label: 'In-club only' },
          ]}
        />
      </Field>
    </div>
  )
}

export const Choices = { render: () => <Choosing /> }
