import {
  ChartNoAxesColumn,
  FolderTree,
  LifeBuoy,
  ListVideo,
  Plus,
  Radio,
  Search,
  Tags,
  Users,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  AppShell,
  Avatar,
  Badge,
  Button,
  Card,
  Checklist,
  Chip,
  Combobox,
  DataTable,
  type DataTableSort,
  EmptyState,
  Field,
  FieldColumns,
  IconButton,
  Kbd,
  Menu,
  NavTabs,
  PageHeader,
  ScaleInput,
  SearchInput,
  SelectionBar,
  SidebarNav,
  SplitForm,
  Stepper,
  StickyBar,
  TextArea,
  TextInput,
  Thumbnail,
  Toolbar,
  useDataTable,
} from '../index.ts'
import { SampleActions, sampleColumns, sampleRows } from '../table/story-rows.tsx'

export default { title: 'Screens', parameters: { flush: true } }

const rows = sampleRows(60)
const nothing = () => undefined
const icon = { size: 16, 'aria-hidden': true } as const

const groups = [
  {
    id: 'media',
    title: 'Media',
    items: [
      { id: 'titles', label: 'Titles', href: '#titles', icon: <ListVideo {...icon} />, count: '312' },
      { id: 'channels', label: 'Channels', href: '#channels', icon: <Radio {...icon} /> },
      { id: 'categories', label: 'Categories', href: '#categories', icon: <FolderTree {...icon} /> },
      { id: 'labels', label: 'Labels', href: '#labels', icon: <Tags {...icon} /> },
    ],
  },
  {
    id: 'organisation',
    title: 'Organisation',
    items: [
      { id: 'users', label: 'Users', href: '#users', icon: <Users {...icon} /> },
      { id: 'reports', label: 'Reports', href: '#reports', icon: <ChartNoAxesColumn {...icon} /> },
      { id: 'support', label: 'Support', href: '#support', icon: <LifeBuoy {...icon} /> },
    ],
  },
]

function Frame({ children }: { children: ReactNode }) {
  const [collapsed, setCollapsed] = useState(false)
  return (
    <AppShell
      brand={small => (small ? 'K' : 'Kinora')}
      nav={close => <SidebarNav label="Main" groups={groups} current="titles" onNavigate={close} />}
      foot="Version 1.12.0"
      collapsed={collapsed}
      onCollapsed={setCollapsed}
      header={{
        start: <span className="kn-header-title">Titles</span>,
        middle: (
          <Combobox
            look="quiet"
            size="compact"
            prefix="Tenant"
            aria-label="Tenant"
            value="north"
            onChange={nothing}
            options={[{ value: 'north', label: 'Northwind Fitness' }]}
            searchLabel="Search tenants"
            emptyText="No tenant has this name"
          />
        ),
        end: (
          <>
            <IconButton label="Search" icon={<Search {...icon} />} />
            <Menu
              trigger={
                <Button variant="quiet" size="compact" aria-label="Account of Mia Larsen">
                  <Avatar name="Mia Larsen" decorative size={26} />
                </Button>
              }
              groups={[{ actions: [{ label: 'Sign out' }] }]}
            />
          </>
        ),
      }}
      texts={{
        skipToContent: 'Skip to content',
        openMenu: 'Open menu',
        closeMenu: 'Close menu',
        collapse: 'Collapse sidebar',
        expand: 'Expand sidebar',
        selectors: 'Tenant and channel',
        closeSelectors: 'Close',
      }}
    >
      {children}
    </AppShell>
  )
}

function ListScreen() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [sort, setSort] = useState<DataTableSort>({ id: 'changed', descending: true })
  const model = useDataTable({ columns: sampleColumns, sort, onSort: setSort })
  return (
    <Frame>
      <PageHeader
        title="Titles"
        actions={
          <Button variant="primary" icon={<Plus {...icon} />} iconEnd={<Kbd>N</Kbd>}>
            Add title
          </Button>
        }
        tabs={
          <NavTabs
            label="Views"
            line
            current="all"
            items={[
              { id: 'all', label: 'All', href: '#all', count: 312 },
              { id: 'incomplete', label: 'Incomplete', href: '#incomplete', count: 14 },
              { id: 'errors', label: 'Errors', href: '#errors', count: 2 },
            ]}
          />
        }
      />
      <Toolbar count="60 titles">
        <SearchInput label="Search titles" clearLabel="Clear" value="" onChange={nothing} />
        <Chip
          look="outline"
          subject="Category is"
          onClick={nothing}
          onRemove={nothing}
          removeLabel="Remove category"
        >
          Yoga
        </Chip>
        <Button variant="quiet" size="compact" icon={<Plus {...icon} />}>
          Add filter
        </Button>
      </Toolbar>
      <DataTable
        label="Titles"
        rows={rows}
        rowId={row => row.id}
        model={model}
        selection={{
          selected,
          onChange: setSelected,
          allLabel: 'Select all',
          rowLabel: row => `Select ${row.name}`,
        }}
        rowActions={{ label: 'Actions', width: 84, render: row => <SampleActions row={row} /> }}
        loadingText="Loading titles"
        empty={<EmptyState title="No titles yet" />}
      />
      <SelectionBar
        count={selected.size}
        countText={`${selected.size} selected`}
        label="Selected titles"
        clearLabel="Clear selection"
        onClear={() => setSelected(new Set())}
        actions={
          <>
            <Button variant="quiet" size="compact">
              Publish
            </Button>
            <Button variant="quiet" size="compact">
              Delete
            </Button>
          </>
        }
      />
    </Frame>
  )
}

export const List = { render: () => <ListScreen /> }

function Aside() {
  return (
    <>
      <Card
        title="Video"
        actions={
          <Badge tone="info" progress={0.42}>
            Encoding 42%
          </Badge>
        }
      >
        <Thumbnail width="100%" corner="24:10" />
        <Stepper
          label="Progress"
          steps={[
            { label: 'Upload', state: 'done', stateText: 'done' },
            { label: 'Normalize', state: 'done', stateText: 'done' },
            { label: 'Encode', state: 'active', progress: 0.42, stateText: '42%' },
            { label: 'Ready', state: 'waiting', stateText: 'waiting' },
          ]}
        />
      </Card>
      <Card>
        <Checklist
          title="Ready to publish"
          countText="2 of 3"
          doneText="done"
          missingText="missing"
          items={[
            { id: 'video', label: 'Video', done: true },
            { id: 'name', label: 'Title', done: true },
            { id: 'text', label: 'Description', done: false, fieldId: 'description' },
          ]}
        />
      </Card>
    </>
  )
}

function EditScreen() {
  const [intensity, setIntensity] = useState<number | null>(6)
  return (
    <Frame>
      <PageHeader title="Morning Flow" aside={<Badge>Draft</Badge>} text="KN-1042 · changed 3 minutes ago" />
      <SplitForm aside={<Aside />} asideLabel="Preview">
        <Card title="Basics">
          <Field label="Title" required>
            <TextInput defaultValue="Morning Flow" />
          </Field>
          <Field label="Description" required id="description" error="Required Description">
            <TextArea />
          </Field>
          <FieldColumns>
            <Field label="Tag">
              <TextInput defaultValue="KN-1042" />
            </Field>
            <Field label="Duration" help="Taken from the video.">
              <TextInput defaultValue="24:10" disabled />
            </Field>
          </FieldColumns>
        </Card>
        <Card title="Class">
          <Field label="Intensity" group>
            <ScaleInput value={intensity} onChange={setIntensity} lowLabel="Light" highLabel="All out" />
          </Field>
        </Card>
      </SplitForm>
      <StickyBar
        label="Save"
        status="Unsaved changes"
        actions={
          <>
            <Button>Save</Button>
            <Button variant="primary">Save and publish</Button>
          </>
        }
      />
    </Frame>
  )
}

export const Edit = { render: () => <EditScreen /> }
