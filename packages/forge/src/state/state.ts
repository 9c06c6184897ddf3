import { checkRuns, statuses } from './checks.ts';
import { Database } from './database.ts';
import { comments, issues } from './issues.ts';
import { protections } from './protections.ts';
import { mergeIntents, pulls } from './pulls.ts';
import { releases } from './releases.ts';
import { collaborators, formerNames, repositories } from './repositories.ts';
import { reviewRequests, reviews } from './reviews.ts';
import { rulesets } from './rulesets.ts';
import { Table, type TableShape } from './table.ts';
import { tokens } from './tokens.ts';
import { memberships, users } from './users.ts';
import { jobs, workflowRuns, workflows } from './workflows.ts';

const version = 1;

/** Everything that git does not know. */
export class State {
  readonly #database: Database;
  readonly users;
  readonly memberships;
  readonly tokens;
  readonly repositories;
  readonly formerNames;
  readonly collaborators;
  readonly issues;
  readonly comments;
  readonly pulls;
  readonly mergeIntents;
  readonly reviews;
  readonly reviewRequests;
  readonly statuses;
  readonly checkRuns;
  readonly protections;
  readonly rulesets;
  readonly releases;
  readonly workflows;
  readonly workflowRuns;
  readonly jobs;

  constructor(file: string) {
    const database = new Database(file);
    this.#database = database;
    // The order is that of the references between the tables.
    this.users = open(database, users);
    this.memberships = open(database, memberships);
    this.tokens = open(database, tokens);
    this.repositories = open(database, repositories);
    this.formerNames = open(database, formerNames);
    this.collaborators = open(database, collaborators);
    this.issues = open(database, issues);
    this.comments = open(database, comments);
    this.pulls = open(database, pulls);
    this.mergeIntents = open(database, mergeIntents);
    this.reviews = open(database, reviews);
    this.reviewRequests = open(database, reviewRequests);
    this.statuses = open(database, statuses);
    this.checkRuns = open(database, checkRuns);
    this.protections = open(database, protections);
    this.rulesets = open(database, rulesets);
    this.releases = open(database, releases);
    this.workflows = open(database, workflows);
    this.workflowRuns = open(database, workflowRuns);
    this.jobs = open(database, jobs);
    database.script(`PRAGMA user_version = ${version}`);
  }

  transaction<T>(work: () => T): T {
    return this.#database.transaction(work);
  }

  close(): void {
    this.#database.close();
  }
}

function open<Row extends { readonly id: number }>(database: Database, shape: TableShape<Row>): Table<Row> {
  database.script(shape.create);
  return new Table(database, shape);
}
