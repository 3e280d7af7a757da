import { useState } from 'react'
import { Chip, Combobox, Field, FileDrop, MultiSelect, Select } from '../index.ts'

export default { title: 'Kit/Pickers' }

const categories = [
  'Yoga',
  'Strength',
  'Cycling',
  'Running',
  'Pilates',
  'Mobility',
  'Boxing',
  'Dance',
  'Meditation',
].map(label => ({ value: label.toLowerCase(), label }))
const column = { display: 'grid', gap: 20, maxInlineSize: 420 } as const
const searching = { searchLabel: 'Search categories', emptyText: 'No category has this name' }

function Pickers() {
  const [one, setOne] = useState<string | null>('yoga')
  const [many, setMany] = useState<string[]>(['yoga', 'pilates', 'mobility'])
  return (
    <div style={column}>
      <Field label="Category" required>
        <Select value={one} onChange={setOne} options={categories} placeholder="Choose a category" />
      </Field>
      <Field label="Category, searched">
        <Combobox
          value={one}
          onChange={setOne}
          options={categories}
          placeholder="Choose a category"
          {...searching}
        />
      </Field>
      <Field label="Provider" error="Required Provider">
        <Combobox
          value={null}
          onChange={setOne}
          options={categories}
          placeholder="Choose a provider"
          {...searching}
        />
      </Field>
      <Field label="Focus areas" help="Up to three.">
        <MultiSelect
          value={many}
          onChange={setMany}
          options={categories}
          limit={3}
          limitText="Only 3 options can be selected"
          placeholder="Add focus area"
          removeLabel={option => `Remove ${option.label}`}
          {...searching}
        />
      </Field>
      <Combobox
        look="quiet"
        size="compact"
        prefix="Tenant"
        aria-label="Tenant"
        value={one}
        onChange={setOne}
        options={categories}
        {...searching}
      />
    </div>
  )
}

export const Choosing = { render: () => <Pickers /> }

const nothing = () => undefined

export const Chips = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <Chip
        look="outline"
        subject="Category is"
        onClick={nothing}
        onRemove={nothing}
        removeLabel="Remove filter category"
      >
        Yoga
      </Chip>
      <Chip onRemove={nothing} removeLabel="Remove Pilates">
        Pilates
      </Chip>
      <Chip>Mobility</Chip>
    </div>
  ),
}

export const Files = {
  render: () => (
    <div style={{ display: 'grid', gap: 16, maxInlineSize: 520 }}>
      <FileDrop
        title="Drop videos here, or paste them"
        hint="MP4, 16:9, at most 5 at a time"
        buttonLabel="Choose videos"
        multiple
        onFiles={nothing}
      />
      <FileDrop
        look="compact"
        title="Cover"
        hint="PNG or JPG, 1920 x 1080"
        buttonLabel="Choose cover"
        onFiles={nothing}
      />
      <FileDrop look="compact" disabled title="Trailer" buttonLabel="Choose trailer" onFiles={nothing} />
    </div>
  ),
}
