import './direction'
import './foreign.css'
import { showWidgets } from './widgets'

showWidgets()
