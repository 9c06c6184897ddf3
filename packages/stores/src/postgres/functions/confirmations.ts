/**
 * `redeem` and `ask` use a confirmation up in the transaction that begins its call: the claim of the call's key, or one
 * that the token names. Locks are taken in one order, first the key and then the token. They compare what `judgeToken`
 * and `judgeEarlier` compare.
 *
 * A token that is used is only read: no lock and no write for callers that come too late. Calls that ask for the same
 * thing at the same moment follow each other, so that one of them uses an approval up and one of them issues the token
 * that all of them share. Only rows that the caller can open are shared.
 */
export const confirmationFunctions = `
  ALTER TABLE $schema.tokens
    -- The claim of the call that used the confirmation up, and how often it was good again.
    ADD COLUMN claim bigint,
    ADD COLUMN restores integer NOT NULL DEFAULT 0,
    -- Whether repeated calls get the same token until a decision is made.
    ADD COLUMN shared boolean NOT NULL DEFAULT false;

  -- Locks the claim that a confirmed call begins under. False if it does not hold its key any more.
  CREATE FUNCTION $schema.lock_claim(p_claim bigint) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    IF p_claim IS NULL THEN RETURN true; END IF;
    PERFORM 1 FROM $schema.replays WHERE seq = p_claim AND settled_at IS NULL FOR UPDATE;
    RETURN FOUND;
  END
  $$;

  -- Uses the confirmation up and begins its call; returns the claim.
  CREATE FUNCTION $schema.begin_confirmed(
    p_token $schema.tokens, p_claim bigint, p_scope text, p_owner bigint, p_lease_ms bigint, p_bound_ms bigint,
    p_retention_ms bigint, p_at bigint
  ) RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    began bigint := p_claim;
  BEGIN
    IF p_claim IS NULL THEN
      INSERT INTO $schema.replays
        (scope, principal, operation, arguments_digest, first_used_at, started_at, lease_ends, bound_at, retention_ms,
          expires_at, owner)
        VALUES (p_scope, p_token.principal, p_token.operation, p_token.arguments_digest, p_at, p_at, p_at + p_lease_ms,
          p_at + p_bound_ms, p_retention_ms, 9007199254740991, p_owner)
        RETURNING seq INTO began;
    ELSE
      UPDATE $schema.replays SET started_at = p_at WHERE seq = p_claim;
    END IF;
    UPDATE $schema.tokens SET claim = began WHERE seq = p_token.seq;
    RETURN began;
  END
  $$;

  DROP FUNCTION $schema.redeem(bigint, text, text, text, text, boolean, bigint);
  CREATE FUNCTION $schema.redeem(
    p_seq bigint, p_digest text, p_principal text, p_operation text, p_arguments text, p_suffices boolean,
    p_claim bigint, p_scope text, p_owner bigint, p_lease_ms bigint, p_bound_ms bigint, p_retention_ms bigint,
    p_now bigint
  ) RETURNS TABLE (decided_at bigint, redeemed boolean, superseded boolean, began bigint, token $schema.tokens)
  LANGUAGE plpgsql AS $$
  BEGIN
    SELECT * INTO token FROM $schema.tokens t WHERE t.seq = p_seq AND t.digest = p_digest;
    IF NOT FOUND THEN RETURN; END IF;
    decided_at := $schema.at(p_now);
    redeemed := false;
    superseded := false;
    IF token.consumed_at IS NULL THEN
      IF NOT $schema.lock_claim(p_claim) THEN
        superseded := true;
        RETURN NEXT;
        RETURN;
      END IF;
      UPDATE $schema.tokens t SET consumed_at = decided_at, found_by_call = false
        WHERE t.seq = p_seq AND t.consumed_at IS NULL AND t.denied_at IS NULL AND t.expires_at > decided_at
          AND t.principal = p_principal AND t.operation = p_operation AND t.arguments_digest = p_arguments
          AND (p_suffices OR t.approved_at IS NOT NULL);
      redeemed := FOUND;
      IF redeemed THEN
        began := $schema.begin_confirmed(token, p_claim, p_scope, p_owner, p_lease_ms, p_bound_ms, p_retention_ms,
          decided_at);
      ELSE
        SELECT * INTO token FROM $schema.tokens t WHERE t.seq = p_seq;
      END IF;
    END IF;
    RETURN NEXT;
  END
  $$;

  DROP FUNCTION $schema.ask(text, text, text, text, text, bigint, boolean, text[], text, bytea, bigint, bigint);
  CREATE FUNCTION $schema.ask(
    p_digest text, p_principal text, p_operation text, p_arguments text, p_reasons text, p_expires_at bigint,
    p_shared boolean, p_opens text[], p_sealed_by text, p_sealed bytea, p_most bigint,
    p_claim bigint, p_owner bigint, p_lease_ms bigint, p_bound_ms bigint, p_retention_ms bigint, p_now bigint
  ) RETURNS TABLE (redeemed boolean, superseded boolean, began bigint, issued bigint, token $schema.tokens)
  LANGUAGE plpgsql AS $$
  DECLARE
    decided_at bigint;
  BEGIN
    redeemed := false;
    superseded := NOT $schema.lock_claim(p_claim);
    IF superseded THEN
      RETURN NEXT;
      RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(chr(31), '$schema', p_principal, p_operation, p_arguments), 0));
    decided_at := $schema.at(p_now);
    LOOP
      SELECT * INTO token FROM $schema.tokens t
        WHERE t.found_by_call AND t.arguments_digest = p_arguments AND t.principal = p_principal
          AND t.operation = p_operation AND t.expires_at > decided_at
          AND (t.approved_at IS NOT NULL OR t.denied_at IS NOT NULL OR p_shared AND t.sealed_by = ANY (p_opens))
        ORDER BY t.approved_at IS NULL, t.denied_at IS NULL, t.seq LIMIT 1;
      EXIT WHEN NOT FOUND;
      IF token.approved_at IS NOT NULL THEN
        UPDATE $schema.tokens t SET consumed_at = decided_at, found_by_call = false
          WHERE t.seq = token.seq AND t.consumed_at IS NULL;
        CONTINUE WHEN NOT FOUND;
        redeemed := true;
        began := $schema.begin_confirmed(token, p_claim, 'confirmation ' || token.digest, p_owner, p_lease_ms,
          p_bound_ms, p_retention_ms, decided_at);
      END IF;
      RETURN NEXT;
      RETURN;
    END LOOP;
    INSERT INTO $schema.tokens
      (digest, principal, operation, arguments_digest, reasons, issued_at, expires_at, found_by_call, shared, sealed_by,
        sealed)
      VALUES (p_digest, p_principal, p_operation, p_arguments, p_reasons, decided_at, p_expires_at, p_shared, p_shared,
        p_sealed_by, p_sealed)
      RETURNING seq INTO issued;
    DELETE FROM $schema.tokens t WHERE t.seq IN (
      SELECT o.seq FROM $schema.tokens o WHERE o.seq <= issued - p_most FOR UPDATE SKIP LOCKED
    );
    RETURN NEXT;
  END
  $$;

  -- Ends a confirmed call: settles or removes its own claim and, without an effect, makes the confirmation good again.
  CREATE FUNCTION $schema.end_confirmed(
    p_seq bigint, p_own_claim bigint, p_effect text, p_sealed_by text, p_sealed bytea, p_restores integer, p_now bigint
  ) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    IF p_effect <> 'none' THEN
      IF p_own_claim IS NOT NULL THEN
        PERFORM $schema.settle(p_own_claim, p_effect, p_sealed_by, p_sealed, p_now);
      END IF;
      RETURN false;
    END IF;
    DELETE FROM $schema.replays WHERE seq = p_own_claim;
    UPDATE $schema.tokens t SET consumed_at = NULL, claim = NULL, restores = t.restores + 1,
      found_by_call = t.shared OR t.approved_at IS NOT NULL
      WHERE t.seq = p_seq AND t.restores < p_restores AND t.expires_at > $schema.at(p_now);
    RETURN FOUND;
  END
  $$;
`;
